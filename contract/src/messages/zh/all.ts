import paymentFaults from './payment-faults.ts'
import shared from './shared.ts'

export default {
  ...shared,
  paymentFaults,
}
