import { type AskedRequest, requestAt } from '@sluice/contract/price-expression/evaluate'
import { askedPrice, programIn } from '../../core/billing/expression-price.ts'
import type { PriceUnit } from '../../core/billing/model-price.ts'
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
  // An expression that is missing or invalid is not replaced by another price.
  if (priceList.isByExpression(model)) return null
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
  if (!price) throw priceError(named)
  return price
}

const priceError = (model: string, detail?: string) =>
  new GatewayError('model_price_error', { model }, detail === undefined ? {} : { detail })

/**
 * The price with the answers of the request. Throws model_price_error when the request lacks a number that it needs.
 */
export function priceAsked(price: CallPrice, request: AskedRequest, named: string): CallPrice {
  const asked = askedPrice(price, request)
  if (asked === null) throw priceError(named, 'the price expression needs a number in a field of the request')
  return asked
}

/** Refuses a price by seconds or characters for a call that is not counted in them. Throws model_price_error. */
export function requireUnits(price: CallPrice, counted: readonly PriceUnit[], named: string): void {
  if (!isCounted(price, counted))
    throw priceError(named, 'the price is by the second or by the character, and this call is not counted in them')
}

const isCounted = ({ units }: CallPrice, counted: readonly PriceUnit[]): boolean =>
  units === undefined || units.every((unit) => counted.includes(unit))

/**
 * Whether calls at this price can be added up before they are charged. `counted`: quantities other than tokens that are
 * known of them.
 */
export function isOfSums(price: CallPrice, counted: readonly PriceUnit[] = []): boolean {
  if (!isCounted(price, counted)) return false
  const program = programIn(price)
  return program === null || (program.isSummable && !program.readsRequest)
}

/**
 * The price of calls that are added up before they are charged. Throws model_price_error for an expression that reads a
 * request, or has a different sum for each call.
 */
export function priceOfSums(
  price: CallPrice,
  startedAt: number,
  named: string,
  counted: readonly PriceUnit[] = [],
): CallPrice {
  requireUnits(price, counted, named)
  if (!isOfSums(price, counted))
    throw priceError(named, 'the price expression reads a request, or is no sum of products')
  return priceAsked(price, requestAt(startedAt), named)
}

/** Refuses to price work without tokens by an expression of tokens: it would be free. Throws model_price_error. */
export function requireFixedPrice(price: CallPrice, named: string): void {
  const program = programIn(price)
  if (program !== null && program.variables.size > 0)
    throw priceError(named, 'the price expression counts tokens, and this call has none')
}
