import causes from '../causes.ts'
import logs from '../logs.ts'
import receipt from '../receipt.ts'
import routing from '../routing.ts'

export default {
  causes,
  logs,
  receipt,
  routing,
}
