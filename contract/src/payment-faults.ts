import type { DataOf } from './messages/catalogue.ts'

/** What an administrator must know about a gateway's message. */
export type PaymentFault = DataOf<'paymentFaults'>

/** The stored form; a later version may have other codes. */
export interface StoredPaymentFault {
  code: string
  params: Readonly<Record<string, string | number>>
}
