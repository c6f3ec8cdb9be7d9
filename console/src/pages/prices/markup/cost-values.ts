import type { CostEntry } from '@sluice/contract/cost-prices'
import { amountFieldOf } from '@sluice/contract/price-amounts'
import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import { completionRatioOf, ratioOfDollars } from '../../../lib/price-conversion.ts'
import { dollarsOf, figures, fixedFigures } from '../sheet/figures.ts'

/** An entry of the site's list of costs. */
export interface SiteCost {
  model: string
  entry: CostEntry
  isChanged: boolean
}

export const costKinds = ['share', 'tokens', ...fixedFigures] as const

/** The fields of the form of a cost; amounts in dollars, null = as in the price list. */
export interface CostValues {
  models: string[]
  kind: (typeof costKinds)[number]
  percent: number | null
  input: number | null
  output: number | null
  cacheRead: number | null
  call: number | null
  second: number | null
  characters: number | null
}

export const newCost: CostValues = {
  models: [],
  kind: 'share',
  percent: 70,
  input: null,
  output: null,
  cacheRead: null,
  call: null,
  second: null,
  characters: null,
}

export function costValuesOf({ entry }: { entry: CostEntry }, quotaPerUnit: number): CostValues {
  if ('discount' in entry) return { ...newCost, percent: Number((entry.discount * 100).toPrecision(12)) }
  const amount = amountFieldOf(entry)
  const kind = fixedFigures.find((figure) => figures[figure].field === amount)
  if (kind !== undefined) return { ...newCost, kind, [kind]: dollarsOf(entry, kind, quotaPerUnit) }
  return {
    ...newCost,
    kind: 'tokens',
    input: dollarsOf(entry, 'input', quotaPerUnit),
    output: dollarsOf(entry, 'output', quotaPerUnit),
    cacheRead: dollarsOf(entry, 'cacheRead', quotaPerUnit),
  }
}

/** The entry; what the form does not show stays as it was. */
export function buildCost(
  values: CostValues,
  before: CostEntry | undefined,
  quotaPerUnit = defaultQuotaPerUnit,
): CostEntry {
  const { kind, percent, input, output, cacheRead } = values
  if (kind === 'share') return { discount: Number(((percent ?? 100) / 100).toPrecision(12)) }
  const kept = keptOf(before)
  if (kind !== 'tokens') return { ...kept, [figures[kind].field]: values[kind] ?? 0 }
  const base = input ?? 0
  const relative = (dollars: number | null) => (dollars === null ? null : completionRatioOf(base, dollars))
  const [completion, cache] = [relative(output), relative(cacheRead)]
  return {
    ...kept,
    ratio: ratioOfDollars(base, quotaPerUnit),
    ...(completion !== null && { completion_ratio: completion }),
    ...(cache !== null && { cache_ratio: cache }),
  }
}

/** All but the figures of the form. */
function keptOf(entry: CostEntry | undefined): CostEntry {
  if (entry === undefined || 'discount' in entry) return {}
  const {
    price: _,
    ratio: __,
    second_price: ___,
    character_price: ____,
    completion_ratio: _____,
    cache_ratio: ______,
    ...kept
  } = entry
  return kept
}
