import { errorIn } from '@sluice/contract/error-in-language'
import { packParams } from '@sluice/contract/pack-params'
import {
  type AmountAnswer,
  amountRequest,
  type PayAnswer,
  payRequest,
  type WalletRefusal,
} from '@sluice/contract/topup'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { buildEpayForm, type EpayMethod, isEpayReady } from '../../payments/epay-form.ts'
import { isStripeReady, payByStripe } from '../../payments/pay-by-stripe.ts'
import { requirePrice, startOrder } from '../../payments/start-order.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parseInput } from '../read-json.ts'
import { buildTopupInfo } from './build-topup-info.ts'

/** The price of an order, and its payment. */
export function mountWalletRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { state, config } = deps
  const answerPrice = (
    { body, caller, raw }: { body: unknown; caller: Caller; raw: Request },
    gateway?: 'stripe',
  ) =>
    answerWallet<AmountAnswer>({ raw, caller }, () => {
      const { amount, payment_method: method } = parseInput(amountRequest, body, 'invalid_parameters')
      const { options } = state.current()
      const isStripe = (gateway ?? method) === 'stripe'
      // No price is quoted while it cannot be paid.
      if (!(isStripe ? isStripeReady(options) : isEpayReady(options)))
        throw new GatewayError('topup_disabled')
      const { money, currency } = requirePrice({ amount, group: caller.group, isStripe }, options)
      return Promise.resolve({ message: 'success', data: money, currency })
    })

  api.route('GET /api/user/topup/info', ({ caller, raw }) => ({
    data: buildTopupInfo(state.current().options, languageOf(raw.headers, caller)),
  }))
  api.route('POST /api/user/amount', (request) => answerPrice(request))
  api.route('POST /api/user/stripe/amount', (request) => answerPrice(request, 'stripe'))
  api.route('POST /api/user/pay', ({ body, caller, raw }) =>
    answerWallet<PayAnswer>({ raw, caller }, async () => {
      const { amount, payment_method: asked } = parseInput(payRequest, body, 'invalid_parameters')
      const { options } = state.current()
      if (!isEpayReady(options)) throw new GatewayError('topup_disabled')
      const method: EpayMethod = asked === 'zfb' || asked === 'alipay' ? 'alipay' : 'wxpay'
      const { tradeNo, money } = await startOrder(deps, caller, { amount, method })
      const { url, fields } = buildEpayForm({ tradeNo, method, amount, money }, options, config.PORT)
      return { message: 'success', data: fields, url }
    }),
  )
  api.route('POST /api/user/stripe/pay', async ({ body, caller }) => ({
    data: await payByStripe(deps, caller, body.amount),
    // Newer clients look for this word.
    message: 'success',
  }))
}

/**
 * These two answers never had the envelope: clients read `message` and show `data`. Mistakes of the caller are answered
 * in that shape; internal errors and limits are answered as everywhere.
 */
async function answerWallet<T extends AmountAnswer | PayAnswer>(
  { raw, caller }: { raw: Request; caller: Caller },
  work: () => Promise<T>,
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
