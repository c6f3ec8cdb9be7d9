import { costOf } from '../../core/billing/cost.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { type Asked, type Served, servedAsAsked } from '../../core/usage/served.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { upstreamModelOf } from '../../state/mapped-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'

/** A typical call, by which channels are compared: what a call will use is not known beforehand. */
const typical = {
  usage: { ...noUsage, inputText: 1_000_000, outputText: 250_000, seconds: 60_000, characters: 1_000_000 },
  units: 1_000,
  imageFactor: null,
}

/** The price at which a call is sold. */
export interface SalePrice {
  price: CallPrice
  quotaPerUnit: number
  at: number
  /** How the call asks to be served; absent = in the standard way. */
  asked?: Asked | undefined
}

/** What decides the costs of a channel. */
type Priced = Pick<ChannelState, 'costPrices' | 'modelMapping'>

type Named = Parameters<typeof upstreamModelOf>[1] & { routedModel: string }

/**
 * The cost price of a typical call with the model, served as the call asks, for comparison between channels; null = the
 * channel has none. Remembered for a minute, because prices may depend on the time of day.
 */
export function createCostEstimator(call: Named, salePrice: SalePrice): (channel: Priced) => number | null {
  const minute = Math.floor(salePrice.at / 60_000)
  const served = salePrice.asked && servedAsAsked(salePrice.asked)
  const name = `${call.routedModel}\n${call.request.model}${served ? `\n${JSON.stringify(served)}` : ''}`
  return (channel) => {
    const known = remembered.get(channel)?.get(name)
    if (known && known.minute === minute && known.base === salePrice.price.base) return known.cost
    const cost = costAt(channel, call, salePrice, served)
    const costs = remembered.get(channel) ?? new Map<string, Known>()
    if (costs.size >= namesMax) costs.clear()
    remembered.set(channel, costs.set(name, { minute, base: salePrice.price.base, cost }))
    return cost
  }
}

interface Known {
  minute: number
  base: CallPrice['base']
  cost: number | null
}

const namesMax = 1_000
const remembered = new WeakMap<Priced, Map<string, Known>>()

function costAt(channel: Priced, call: Named, salePrice: SalePrice, served: Served | undefined): number | null {
  // An unreadable mapping is reported by the attempt.
  const sent = channel.modelMapping === 'invalid' ? call.routedModel : upstreamModelOf(channel, call)
  return costOf(channel.costPrices, [call.routedModel, sent], {
    billable: served ? { ...typical, served } : typical,
    ...salePrice,
  })
}
