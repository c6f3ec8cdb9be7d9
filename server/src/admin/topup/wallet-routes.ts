import { payByStripe } from '../../payments/pay-by-stripe.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { payByEpay, quotePrice, readTopupInfo } from './pay-order.ts'

/** The price of an order, and its payment. */
export function mountWalletRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/topup/info', ({ caller, raw }) => ({
    data: readTopupInfo(deps, languageOf(raw.headers, caller)),
  }))
  api.route('POST /api/user/amount', ({ body, caller }) => quotePrice(deps, caller, body))
  api.route('POST /api/user/stripe/amount', ({ body, caller }) =>
    quotePrice(deps, caller, { ...body, payment_method: 'stripe' }),
  )
  api.route('POST /api/user/pay', ({ body, caller }) => payByEpay(deps, caller, body))
  api.route('POST /api/user/stripe/pay', async ({ body, caller }) => ({
    message: 'success',
    data: await payByStripe(deps, caller, body.amount),
  }))
}
