import flow from '../flow.ts'
import pricing from '../pricing.ts'

export default {
  flow,
  pricing,
}
