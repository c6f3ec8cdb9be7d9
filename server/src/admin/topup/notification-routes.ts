import type { RouteKey } from '@sluice/contract/routes'
import { readNotification } from '../../payments/read-notification.ts'
import { receiveEpay } from '../../payments/receive-epay.ts'
import { receiveStripe } from '../../payments/receive-stripe.ts'
import { readBody } from '../../platform/read-body.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'

const bodyBytesMax = 65_536

/**
 * Messages of payment gateways. Gateways repeat a message until they get the expected word. An error is therefore
 * answered as an error.
 */
export function mountNotificationRoutes(api: AdminApi, deps: AdminDependencies): void {
  const bodyOf = async (raw: Request): Promise<string> => {
    const limits = { bytesMax: bodyBytesMax, timeoutMs: deps.config.BODY_READ_TIMEOUT * 1_000 }
    return new TextDecoder().decode(await readBody(raw, limits))
  }

  const epayKeys = ['GET /api/user/epay/notify', 'POST /api/user/epay/notify'] as const satisfies RouteKey[]
  for (const key of epayKeys)
    api.route(key, async ({ raw, ip, requestId }) => {
      const isForm = raw.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true
      const form = new URLSearchParams(raw.method === 'POST' && isForm ? await bodyOf(raw) : '')
      const parameters = readNotification(new URL(raw.url).searchParams, form)
      const isCredited = await receiveEpay(deps, parameters, { ip, requestId })
      return plain(isCredited ? 'success' : 'fail', 200)
    })

  api.route('POST /api/stripe/webhook', async ({ raw, ip, requestId }) => {
    const signature = raw.headers.get('stripe-signature') ?? ''
    const isAuthentic = await receiveStripe(deps, { body: await bodyOf(raw), signature }, { ip, requestId })
    return plain(isAuthentic ? 'ok' : 'fail', isAuthentic ? 200 : 400)
  })
}

const plain = (text: string, status: number): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
