import type { AmountAnswer, amountRequest, PayAnswer, payRequest, TopupInfo } from '@sluice/contract/topup'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildEpayForm, type EpayMethod, isEpayReady } from '../../payments/epay-form.ts'
import { isStripeReady } from '../../payments/pay-by-stripe.ts'
import { requirePrice, startOrder } from '../../payments/start-order.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { Services } from '../../services.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildTopupInfo } from './build-topup-info.ts'

export const readTopupInfo = ({ state }: Services<'state'>, language: Language): TopupInfo =>
  buildTopupInfo(state.current().options, language)

/** The price of an order. Throws topup_disabled while it cannot be paid, and the errors of `requirePrice`. */
export function quotePrice(
  { state }: Services<'state'>,
  caller: ConsoleCaller,
  { amount, payment_method: method }: z.output<typeof amountRequest>,
): AmountAnswer {
  const { options } = state.current()
  const isStripe = method === 'stripe'
  if (!(isStripe ? isStripeReady(options) : isEpayReady(options))) throw new GatewayError('topup_disabled')
  const { money, currency } = requirePrice({ amount, group: caller.group, isStripe }, options)
  return { message: 'success', data: money, currency }
}

/** Starts an order at the easy-pay gateway. Throws topup_disabled, and the errors of `startOrder`. */
export async function payByEpay(
  deps: AdminDependencies,
  caller: ConsoleCaller,
  { amount, payment_method: asked }: z.output<typeof payRequest>,
): Promise<PayAnswer> {
  const { options } = deps.state.current()
  if (!isEpayReady(options)) throw new GatewayError('topup_disabled')
  const method: EpayMethod = asked === 'zfb' || asked === 'alipay' ? 'alipay' : 'wxpay'
  const { tradeNo, money } = await startOrder(deps, caller, { amount, method })
  const { url, fields } = buildEpayForm({ tradeNo, method, amount, money }, options, deps.config)
  return { message: 'success', data: fields, url }
}
