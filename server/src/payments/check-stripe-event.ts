import type Stripe from 'stripe'
import { z } from 'zod'
import { type Fault, quoted } from './check-epay-notification.ts'

// The fields that are used, of the events that are used. Their types are those of Stripe's library.

const text = z.string().min(1)
const minorUnits = z.number().int().min(0)
const reference = z.union([text, z.object({ id: text })]).nullish()
const metadata = z.record(z.string(), z.string()).nullish()

const session = z.object({
  id: text,
  client_reference_id: z.string().nullish(),
  metadata,
  amount_total: minorUnits.nullish(),
  currency: z.string().nullish(),
  payment_status: text,
  mode: text,
  payment_intent: reference,
})
const charge = z.object({
  id: text,
  payment_intent: reference,
  metadata,
  amount: minorUnits,
  amount_refunded: minorUnits,
  currency: text,
})
const dispute = z.object({ id: text, payment_intent: reference, status: text, amount: minorUnits, currency: text })

function objectOf(type: string) {
  if (type.startsWith('checkout.session.')) return session
  if (type === 'charge.refunded') return charge
  return type.startsWith('charge.dispute.') ? dispute : z.unknown()
}

/** The first field of the event that is missing or invalid; null = it can be used. */
export function faultOfStripeEvent(event: Stripe.Event): Fault | null {
  const type = z.looseObject({ type: text }).safeParse(event)
  const schema = z.object({
    type: text,
    created: z.number().int().min(0),
    data: z.object({ object: objectOf(type.data?.type ?? '') }),
  })
  const { error } = schema.safeParse(event)
  if (!error) return null
  const field = quoted(error.issues[0]?.path.join('.') || 'event')
  return { reason: 'malformed', what: { code: 'stripe_field', params: { field } } }
}
