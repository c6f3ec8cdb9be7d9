import paymentFaults from './payment-faults.ts'
import shared from './shared.ts'

/** All texts of the language. */
export default {
  ...shared,
  paymentFaults,
} as const
