import type { CallPrice } from '../../core/billing/price-plan.ts'
import { noToolPrices } from '../../core/billing/tool-prices.ts'
import { GatewayError } from '../../core/errors.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import type { Caller } from '../call/caller.ts'
import type { RelayCall } from '../call/relay-call.ts'

/** Self-use mode: a model without a price is allowed and free. */
export const free: CallPrice = {
  base: { kind: 'per_call', price: 0, factor: 1, rule: null },
  steps: [],
  toolPrices: noToolPrices,
}

/**
 * A model without a price is free in self-use mode; otherwise the caller may have accepted the ratio for such models.
 */
export function priceOf(
  call: Pick<RelayCall, 'startedAt'>,
  caller: Caller,
  model: string,
  options: OptionValues,
): CallPrice | null {
  const priceList = priceListOf(options)
  const listed = priceList.priceOf(model, call.startedAt)
  if (listed) return listed
  if (options.SelfUseModeEnabled) return free
  return caller.acceptsUnpricedModels ? priceList.unsetPriceOf(model, call.startedAt) : null
}

/** The same. Throws model_price_error, with the caller's name of the model. */
export function requirePrice(
  call: Pick<RelayCall, 'startedAt'>,
  caller: Caller,
  { model, named = model }: { model: string; named?: string },
  options: OptionValues,
): CallPrice {
  const price = priceOf(call, caller, model, options)
  if (!price) throw new GatewayError('model_price_error', { model: named })
  return price
}
