import { isDeepStrictEqual } from 'node:util'
import type { CostEntry } from '@sluice/contract/cost-prices'
import { defaultPriceKeys } from '@sluice/contract/option'
import type { PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { changeableFieldNames, tableOfField } from '@sluice/contract/price-sheet'
import { lookUp } from '@sluice/contract/typed-keys'
import { defaultPrices } from '../core/billing/default-prices.ts'
import { createMarkups } from '../core/billing/markup.ts'
import { writtenExpressionOf } from '../core/billing/price-fields.ts'
import { modelsIn } from '../core/billing/price-tables.ts'
import { defined } from '../core/json/defined.ts'
import type { PricedOptions } from './with-channel-costs.ts'

/** The price of a model in the options: its own entries, or what a markup rule makes. */
export interface OwnPrice {
  origin: 'tables' | 'markup'
  fields: PriceFields
  rules: readonly PriceRule[]
  /** It counts alone; null = there is none. */
  expression: string | null
  /** The entry in the site's list of costs; null = none. */
  cost: CostEntry | null
}

export interface ChangedPrice {
  model: string
  before: OwnPrice
  after: OwnPrice
}

/** The models whose price differs between two sets of options, in order of name. */
export const changedPrices = (before: PricedOptions, after: PricedOptions): ChangedPrice[] =>
  [...comparedPrices(before, after)].filter((change) => change !== null)

/** The same one model at a time, so that a caller can pause: some thousands take tens of milliseconds. Null = same. */
export function* comparedPrices(before: PricedOptions, after: PricedOptions): Generator<ChangedPrice | null> {
  const [priceBefore, priceAfter] = [createOwnPrices(before), createOwnPrices(after)]
  for (const model of [...touchedNames(before, after)].sort()) {
    const change = { model, before: priceBefore(model), after: priceAfter(model) }
    yield isDeepStrictEqual(change.before, change.after) ? null : change
  }
}

/** The price of each model: what a markup rule makes of its cost, else its entries in the price tables. */
export function createOwnPrices(options: PricedOptions): (model: string) => OwnPrice {
  const markupOf = createMarkups(options)
  return (model) => {
    const governed = markupOf(model)
    if (governed === null) return entriesInTables(options, model)
    const { fields = {}, rules = [] } = governed.sale ?? {}
    return {
      origin: 'markup',
      // As it is stored: JSON has no undefined.
      fields: defined<PriceFields>(fields),
      rules,
      expression: writtenExpressionOf(options, model),
      cost: lookUp(options.CostPrices, model, null),
    }
  }
}

/** The models with an entry in a price table, in the site's list of costs, or by name in a markup rule. */
export function pricedNames(options: PricedOptions): Set<string> {
  const keys = [...defaultPriceKeys, 'billing_setting.billing_mode'] as const
  const names = new Set(keys.flatMap((key) => Object.keys(options[key])))
  for (const costs of [options.CostPrices, ...(options.channelCosts?.values() ?? [])])
    for (const name of Object.keys(costs)) if (name !== 'default') names.add(name)
  for (const { models } of options.MarkupRules) for (const name of models) if (!name.includes('*')) names.add(name)
  return names
}

function entriesInTables(options: PricedOptions, model: string): OwnPrice {
  const fields: PriceFields = {}
  for (const field of changeableFieldNames) {
    const value = lookUp(options[tableOfField[field]], model, null)
    if (value !== null) fields[field] = value
  }
  return {
    origin: 'tables',
    fields,
    rules: lookUp(options.PriceRules, model, []),
    expression: writtenExpressionOf(options, model),
    cost: lookUp(options.CostPrices, model, null),
  }
}

/** The models with another entry in a table; all where the rules or costs of markups differ. */
function touchedNames(before: PricedOptions, after: PricedOptions): Set<string> {
  const markupsOf = ({ MarkupRules, CostPrices, channelCosts }: PricedOptions) => [
    MarkupRules,
    MarkupRules.length === 0 ? null : [CostPrices, channelCosts],
  ]
  if (!isDeepStrictEqual(markupsOf(before), markupsOf(after)))
    return new Set([...pricedNames(before), ...pricedNames(after), ...modelsIn(defaultPrices)])
  const names = new Set<string>()
  const compare = (own: Readonly<Record<string, unknown>>, theirs: Readonly<Record<string, unknown>>) => {
    if (own === theirs) return
    for (const name of [...Object.keys(own), ...Object.keys(theirs)])
      if (!isDeepStrictEqual(lookUp(own, name, null), lookUp(theirs, name, null))) names.add(name)
  }
  const keys = [
    ...defaultPriceKeys,
    'CostPrices',
    'billing_setting.billing_mode',
    'billing_setting.billing_expr',
  ] as const
  for (const key of keys) compare(before[key], after[key])
  return names
}
