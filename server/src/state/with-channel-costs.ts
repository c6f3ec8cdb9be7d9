import type { CostPrices } from '@sluice/contract/cost-prices'
import type { OptionValues } from './option-registry.ts'

/** Options with what the price list needs of channels. */
export type PricedOptions = OptionValues & { readonly channelCosts?: ReadonlyMap<number, CostPrices> }

/** The options with the costs of the channels that markup rules name; the same object if none is named. */
export function withChannelCosts(
  options: PricedOptions,
  channels: ReadonlyMap<number, { readonly costPrices: CostPrices | null }>,
): PricedOptions {
  const named = options.MarkupRules.flatMap(({ channel }) => channel ?? [])
  if (named.length === 0 && options.channelCosts === undefined) return options
  const channelCosts = new Map<number, CostPrices>()
  for (const id of named) {
    const costs = channels.get(id)?.costPrices
    if (costs) channelCosts.set(id, costs)
  }
  return Object.freeze({ ...options, channelCosts })
}
