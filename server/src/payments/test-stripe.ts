import Stripe from 'stripe'
import { serveLocally } from '../platform/test-port.ts'
import type { StripeApi } from './stripe-client.ts'

/** A fake over HTTP of the Stripe API for payment pages, with signed webhooks. */
export interface TestStripe {
  readonly api: StripeApi
  /** The decoded requests with their relevant headers, newest last. */
  readonly requests: { path: string; form: Record<string, string>; key: string; idempotencyKey: string }[]
  /** Answers later calls with this error; null: without an error. */
  failWith(error: { status: number; code?: string } | null): void
  /** The session of an order as Stripe reports it after the payment. */
  sessionOf(tradeNo: string, more?: object): Record<string, unknown>
  /** The charge of an order, of which `refunded` minor units are refunded. */
  chargeOf(tradeNo: string, refunded: number, more?: object): Record<string, unknown>
  /** A dispute of that charge. Its metadata is empty: it only names the payment. */
  disputeOf(tradeNo: string, status: string, more?: object): Record<string, unknown>
  /** The body and the signature header of a webhook; `at` is in milliseconds. */
  webhook(
    type: string,
    object: object,
    signing: { secret: string; at: number },
  ): Promise<{ body: string; signature: string }>
  stop(): Promise<void>
}

export function startTestStripe(): TestStripe {
  const requests: TestStripe['requests'] = []
  const sessions = new Map<string, Record<string, unknown>>()
  let failure: { status: number; code?: string } | null = null
  const server = serveLocally(async (request) => {
    const form = Object.fromEntries(new URLSearchParams(await request.text()))
    const { pathname: path } = new URL(request.url)
    const key = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    requests.push({ path, form, key, idempotencyKey: request.headers.get('idempotency-key') ?? '' })
    if (failure) {
      const error = { type: 'invalid_request_error', message: 'refused', ...failure }
      return Response.json({ error }, { status: failure.status })
    }
    if (path !== '/v1/checkout/sessions') return Response.json({ error: { message: 'no' } }, { status: 404 })
    const id = `cs_test_${requests.length}`
    const tradeNo = form.client_reference_id ?? ''
    const session = {
      id,
      object: 'checkout.session',
      mode: form.mode,
      client_reference_id: tradeNo,
      metadata: { order: form['metadata[order]'] },
      amount_total: Number(form['line_items[0][price_data][unit_amount]']),
      currency: form['line_items[0][price_data][currency]'],
      payment_status: 'unpaid',
      url: `https://checkout.stripe.example/pay/${id}`,
    }
    sessions.set(tradeNo, session)
    return Response.json(session)
  })
  return {
    api: { host: '127.0.0.1', port: server.port ?? 0, protocol: 'http' },
    requests,
    failWith(error) {
      failure = error
    },
    sessionOf(tradeNo, more = {}) {
      const session = sessions.get(tradeNo)
      if (!session) throw new Error(`no session of order ${tradeNo}`)
      return { ...session, payment_status: 'paid', payment_intent: paymentId(tradeNo), ...more }
    },
    chargeOf(tradeNo, refunded, more = {}) {
      const { amount_total: amount, currency, metadata } = sessions.get(tradeNo) ?? {}
      return {
        id: `ch_${tradeNo}`,
        object: 'charge',
        amount,
        currency,
        metadata,
        amount_refunded: refunded,
        refunded: refunded === amount,
        payment_intent: paymentId(tradeNo),
        ...more,
      }
    },
    disputeOf(tradeNo, status, more = {}) {
      const { amount_total: amount, currency } = sessions.get(tradeNo) ?? {}
      return {
        id: `dp_${tradeNo}`,
        object: 'dispute',
        amount,
        currency,
        status,
        metadata: {},
        charge: `ch_${tradeNo}`,
        payment_intent: paymentId(tradeNo),
        ...more,
      }
    },
    async webhook(type, object, { secret, at }) {
      const body = JSON.stringify({
        id: `evt_${crypto.randomUUID()}`,
        object: 'event',
        type,
        livemode: false,
        created: Math.floor(at / 1_000),
        data: { object },
      })
      const timestamp = Math.floor(at / 1_000)
      const { webhooks } = new Stripe('sk_test_signing')
      const signature = await webhooks.generateTestHeaderStringAsync({ payload: body, secret, timestamp })
      return { body, signature }
    },
    stop: () => server.stop(true),
  }
}

const paymentId = (tradeNo: string): string => `pi_${tradeNo}`
