import { errorIn } from '@sluice/contract/error-in-language'
import { packParams } from '@sluice/contract/pack-params'
import {
  type AmountAnswer,
  amountRequest,
  type PayAnswer,
  payRequest,
  type StripePayAnswer,
  type WalletRefusal,
} from '@sluice/contract/topup'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { payByStripe } from '../../payments/pay-by-stripe.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parseInput } from '../read-json.ts'
import { buildTopupInfo } from './build-topup-info.ts'
import { payByEpay, quotePrice } from './pay-order.ts'

/** The price of an order, and its payment. */
export function mountWalletRoutes(api: AdminApi, deps: AdminDependencies): void {
  const answerPrice = (
    { body, caller, raw }: { body: unknown; caller: ConsoleCaller; raw: Request },
    gateway?: 'stripe',
  ) =>
    answerWallet<AmountAnswer>({ raw, caller }, () => {
      const asked = parseInput(amountRequest, body, 'invalid_parameters')
      return quotePrice(deps, caller, gateway ? { ...asked, payment_method: gateway } : asked)
    })

  api.route('GET /api/user/topup/info', ({ caller, raw }) => ({
    data: buildTopupInfo(deps.state.current().options, languageOf(raw.headers, caller)),
  }))
  api.route('POST /api/user/amount', (request) => answerPrice(request))
  api.route('POST /api/user/stripe/amount', (request) => answerPrice(request, 'stripe'))
  api.route('POST /api/user/pay', ({ body, caller, raw }) =>
    answerWallet<PayAnswer>({ raw, caller }, () =>
      payByEpay(deps, caller, parseInput(payRequest, body, 'invalid_parameters')),
    ),
  )
  api.route('POST /api/user/stripe/pay', ({ body, caller, raw }) =>
    answerWallet<StripePayAnswer>({ raw, caller }, async () => {
      const { amount } = parseInput(amountRequest, body, 'invalid_parameters')
      return { message: 'success', data: await payByStripe(deps, caller, amount) }
    }),
  )
}

/**
 * Clients of these routes read `message` and show `data`, without the envelope of other routes. Errors of the caller
 * are answered in this shape; internal errors and limits in the usual one.
 */
async function answerWallet<T extends AmountAnswer | PayAnswer | StripePayAnswer>(
  { raw, caller }: { raw: Request; caller: ConsoleCaller },
  work: () => T | Promise<T>,
): Promise<T | WalletRefusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 200) throw error
    const { code, params } = error
    const data = errorIn(languageOf(raw.headers, caller), code, params)
    return { message: 'error', data, code, ...packParams(params) }
  }
}
