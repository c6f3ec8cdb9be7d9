import { isDeepStrictEqual } from 'node:util'
import type { PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { changeableFieldNames, tableOfField } from '@sluice/contract/price-sheet'
import { lookUp } from '@sluice/contract/typed-keys'
import type { OptionValues } from './option-registry.ts'

/** The price of a model in the options: its own entries. */
export interface OwnPrice {
  origin: 'tables' | 'markup'
  fields: PriceFields
  rules: readonly PriceRule[]
  expression: null
}

export interface ChangedPrice {
  model: string
  before: OwnPrice
  after: OwnPrice
}

/** The models whose price differs between two sets of options, in order of name. */
export function changedPrices(before: OptionValues, after: OptionValues): ChangedPrice[] {
  return [...touchedNames(before, after)].sort().flatMap((model) => {
    const change = { model, before: ownPriceOf(before, model), after: ownPriceOf(after, model) }
    return isDeepStrictEqual(change.before, change.after) ? [] : [change]
  })
}

/** The entries of a model in the price tables. */
export function ownPriceOf(options: OptionValues, model: string): OwnPrice {
  const fields: PriceFields = {}
  for (const field of changeableFieldNames) {
    const value = lookUp(options[tableOfField[field]], model, null)
    if (value !== null) fields[field] = value
  }
  return { origin: 'tables', fields, rules: lookUp(options.PriceRules, model, []), expression: null }
}

/** The models with another entry in a table. */
function touchedNames(before: OptionValues, after: OptionValues): Set<string> {
  const names = new Set<string>()
  const compare = (own: Readonly<Record<string, unknown>>, theirs: Readonly<Record<string, unknown>>) => {
    if (own === theirs) return
    for (const name of [...Object.keys(own), ...Object.keys(theirs)])
      if (!isDeepStrictEqual(lookUp(own, name, null), lookUp(theirs, name, null))) names.add(name)
  }
  for (const field of changeableFieldNames) compare(before[tableOfField[field]], after[tableOfField[field]])
  compare(before.PriceRules, after.PriceRules)
  return names
}
