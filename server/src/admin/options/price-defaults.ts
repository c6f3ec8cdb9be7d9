import { type PriceDifference, type PriceTableKey, priceTableKeys } from '@sluice/contract/option'
import { defaultPrices } from '../../core/billing/default-prices.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Changes } from './write-options.ts'

type PriceTable = Readonly<Record<string, number>>
export type PriceTables = Readonly<Record<PriceTableKey, PriceTable>>

/**
 * The models whose entries are not the default ones, in order of name. Only models that the defaults price count:
 * what an operator added is theirs.
 */
export function diffPrices(current: PriceTables, defaults: PriceTables = defaultPrices): PriceDifference[] {
  const differences: PriceDifference[] = []
  for (const model of pricedModels(defaults)) {
    const tables: PriceDifference['tables'] = {}
    for (const key of priceTableKeys) {
      const [own, theirs] = [entryOf(current[key], model), entryOf(defaults[key], model)]
      if (own !== theirs) tables[key] = { current: own, default: theirs }
    }
    if (Object.keys(tables).length > 0) differences.push({ model, tables })
  }
  return differences
}

/**
 * `current` with the default entries of `models` in `keys`: set where the defaults have one, taken away where they
 * have none. Models the defaults do not price are left alone.
 */
export function withDefaultPrices(
  current: Pick<OptionValues, PriceTableKey>,
  models: 'all' | readonly string[],
  keys: readonly PriceTableKey[] = priceTableKeys,
  defaults: PriceTables = defaultPrices,
): Changes {
  const known = pricedModels(defaults)
  const wanted = models === 'all' ? known : known.filter((model) => models.includes(model))
  return new Map(keys.map((key) => [key, { value: withEntries(current[key], defaults[key], wanted) }]))
}

function withEntries(current: PriceTable, defaults: PriceTable, models: readonly string[]): PriceTable {
  const table: Record<string, number> = Object.assign(Object.create(null), current)
  for (const model of models) {
    const entry = entryOf(defaults, model)
    if (entry === null) delete table[model]
    else table[model] = entry
  }
  return table
}

const pricedModels = ({ ModelPrice, ModelRatio }: PriceTables): string[] =>
  [...new Set([...Object.keys(ModelRatio), ...Object.keys(ModelPrice)])].sort()

const entryOf = (table: PriceTable, model: string): number | null =>
  Object.hasOwn(table, model) ? (table[model] ?? null) : null
