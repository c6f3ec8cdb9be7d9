import type { Services } from '../services.ts'
import type { StripeApi } from './stripe-client.ts'

export interface PaymentDependencies extends Services {
  stripeApi: StripeApi
}

/** The sender of a message. */
export interface MessageOrigin {
  ip: string
  requestId: string
}
