import { isDeepStrictEqual } from 'node:util'
import type { CostPrices } from '@sluice/contract/cost-prices'
import type { OptionValues } from './option-registry.ts'

/** Options with what the price list needs of channels. */
export type PricedOptions = OptionValues & { readonly channelCosts?: ReadonlyMap<number, CostPrices> }

/**
 * The options with the costs of the channels that markup rules name. The same object if it has them already, so that
 * what is computed from it stays in use.
 */
export function withChannelCosts(
  options: PricedOptions,
  channels: ReadonlyMap<number, { readonly costPrices: CostPrices | null }>,
): PricedOptions {
  const named = options.MarkupRules.flatMap(({ channel }) => channel ?? [])
  const channelCosts = new Map<number, CostPrices>()
  for (const id of named) {
    const costs = channels.get(id)?.costPrices
    if (costs) channelCosts.set(id, costs)
  }
  const known = options.channelCosts ?? new Map()
  return isDeepStrictEqual(channelCosts, known) ? options : Object.freeze({ ...options, channelCosts })
}
