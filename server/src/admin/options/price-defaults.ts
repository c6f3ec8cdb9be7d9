import { isDeepStrictEqual } from 'node:util'
import { type DefaultPriceKey, defaultPriceKeys, type PriceDifference, priceTableKeys } from '@sluice/contract/option'
import { lookUp } from '@sluice/contract/typed-keys'
import { defaultPrices, type PriceTables } from '../../core/billing/default-prices.ts'
import { modelsIn, withEntries } from '../../core/billing/price-tables.ts'
import type { Changes } from '../write-options.ts'

/**
 * The models whose entries differ from the defaults, in order of name. Models without a default price are ignored.
 */
export function diffPrices(current: PriceTables, defaults: PriceTables = defaultPrices): PriceDifference[] {
  const differences: PriceDifference[] = []
  for (const model of [...modelsIn(defaults)].sort()) {
    const tables: PriceDifference['tables'] = {}
    for (const key of priceTableKeys) {
      const [own, theirs] = [lookUp(current[key], model, null), lookUp(defaults[key], model, null)]
      if (own !== theirs) tables[key] = { current: own, default: theirs }
    }
    const rules = diffRules(current, defaults, model)
    if (rules || Object.keys(tables).length > 0) differences.push({ model, tables, ...(rules && { rules }) })
  }
  return differences
}

function diffRules(current: PriceTables, defaults: PriceTables, model: string): PriceDifference['rules'] {
  const [own, theirs] = [lookUp(current.PriceRules, model, null), lookUp(defaults.PriceRules, model, null)]
  if (isDeepStrictEqual(own, theirs)) return undefined
  return { current: own && [...own], default: theirs && [...theirs] }
}

/**
 * `current` with the default entries of `models` in `keys`: set if the defaults have one, removed if they
 * have none. Models without a default price do not change.
 */
export function withDefaultPrices(
  current: PriceTables,
  models: 'all' | readonly string[],
  keys: readonly DefaultPriceKey[] = defaultPriceKeys,
  defaults: PriceTables = defaultPrices,
): Changes {
  const known = [...modelsIn(defaults)].sort()
  const wanted = models === 'all' ? known : known.filter((model) => models.includes(model))
  const entriesIn = (table: Readonly<Record<string, unknown>>) =>
    wanted.map((model) => [model, lookUp(table, model, null)] as const)
  return new Map(keys.map((key) => [key, { value: withEntries<unknown>(current[key], entriesIn(defaults[key])) }]))
}
