import type Stripe from 'stripe'
import { GatewayError } from '../core/errors.ts'
import type { Services } from '../services.ts'

/** The address of Stripe's API. Tests use their own. */
export interface StripeApi {
  host: string
  port: number
  protocol: 'http' | 'https'
}

export const productionStripe: StripeApi = { host: 'api.stripe.com', port: 443, protocol: 'https' }

const timeoutMs = 15_000
/** The maximum age of a webhook, against replays. */
const toleranceSeconds = 300

/** Loaded with the first payment: most sites take none. */
async function createClient(secret: string, api: StripeApi): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  return new Library(secret, {
    ...api,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Library.createFetchHttpClient(),
  })
}

export interface CheckoutRequest {
  tradeNo: string
  /** In the smallest unit of the currency. */
  minorUnits: number
  currency: string
  /** The title on the payment page. */
  productName: string
  successUrl: string
  cancelUrl: string
  /** Milliseconds; half an hour to 24 hours away. */
  expiresAt: number
}

/** Opens a payment page. Throws payment_gateway_failed, or topup_amount_too_low where Stripe reports that. */
export async function createCheckout(
  { secret, api, log }: Services<'log'> & { secret: string; api: StripeApi },
  request: CheckoutRequest,
): Promise<{ id: string; url: string }> {
  const client = await createClient(secret, api)
  try {
    const session = await client.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: request.tradeNo,
        metadata: { order: request.tradeNo },
        payment_intent_data: { metadata: { order: request.tradeNo } },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: request.currency,
              unit_amount: request.minorUnits,
              product_data: { name: request.productName },
            },
          },
        ],
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        expires_at: Math.floor(request.expiresAt / 1_000),
      },
      // A retry after a broken connection returns the same page.
      { idempotencyKey: request.tradeNo },
    )
    if (!session.url || !URL.canParse(session.url)) throw new Error('a session without an address')
    return { id: session.id, url: session.url }
  } catch (cause) {
    const { errors } = (await import('stripe')).default
    const refusal = cause instanceof errors.StripeError ? cause : null
    // Stripe's messages may quote parts of a key.
    log.warn(
      { type: refusal?.type, code: refusal?.code, status: refusal?.statusCode, order: request.tradeNo },
      'Stripe opened no payment page',
    )
    if (refusal?.code === 'amount_too_small') throw new GatewayError('topup_amount_too_low', {}, { cause })
    throw new GatewayError('payment_gateway_failed', {}, { cause })
  }
}

/** The event of a webhook whose signature is valid for exactly these bytes; null otherwise. */
export async function openStripeEvent(
  { body, signature, secret }: { body: string; signature: string; secret: string },
  now: number,
): Promise<Stripe.Event | null> {
  if (secret === '' || signature === '') return null
  // Used for the verification alone: it needs no key and makes no call.
  const { webhooks } = await createClient('unused', productionStripe)
  try {
    return await webhooks.constructEventAsync(body, signature, secret, toleranceSeconds, undefined, now)
  } catch {
    return null
  }
}
