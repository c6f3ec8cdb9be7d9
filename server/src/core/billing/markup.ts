import type { CostEntry, CostPrices } from '@sluice/contract/cost-prices'
import {
  type Decimal,
  decimalNumber,
  decimalOf,
  exactProduct,
  exactQuotient,
  plus,
  roundDecimal,
  times,
} from '@sluice/contract/decimal'
import { noAmounts, scaledAmounts, scaledRules } from '@sluice/contract/price-amounts'
import type { PriceFields, PriceRule } from '@sluice/contract/price-rules'
import type { MarkupRule } from '@sluice/contract/price-sheet'
import { entriesOf, lookUp } from '@sluice/contract/typed-keys'
import { defaultPrices } from './default-prices.ts'
import { dollarsPerRatio } from './model-price.ts'
import { listFieldsOf, type MarkupOptions, rulesOf } from './price-fields.ts'

/** A price before it becomes a plan. */
export interface RawPrice {
  fields: PriceFields
  rules: readonly PriceRule[]
}

/** A model that a markup rule governs. */
export interface Governed {
  /** Position of the rule. */
  rule: number
  /** What the cost comes from; of the maker's list the whole of it. Null = unknown. */
  costEntry: CostEntry | null
  /** Null = unknown, and so is the sale price. */
  cost: RawPrice | null
  costOrigin: 'channel' | 'cost_list' | 'list' | 'none'
  sale: RawPrice | null
}

/**
 * The price that a markup rule makes of a model's cost; null = no rule governs the model. `costs`: another list of
 * costs than that of the site.
 */
export function createMarkups(options: MarkupOptions): (model: string, costs?: CostPrices) => Governed | null {
  const { MarkupRules: rules = [] } = options
  if (rules.length === 0) return () => null
  const find = createRuleFinder(rules)
  return (model, costs = options.CostPrices) => {
    const found = find(model)
    const rule = found === null ? undefined : rules[found]
    if (found === null || rule === undefined) return null
    const { origin, entry, cost } = findCost(rule, model, { CostPrices: costs, channelCosts: options.channelCosts })
    return { rule: found, costOrigin: origin, costEntry: entry, cost, sale: cost && markUp(cost, rule) }
  }
}

/** The first rule that names the model counts, also if it leaves the model to the tables. */
function createRuleFinder(rules: readonly MarkupRule[]): (model: string) => number | null {
  const exact = new Map<string, number>()
  const patterns: { matches(model: string): boolean; rule: number }[] = []
  for (const [rule, { models }] of rules.entries())
    for (const name of models) {
      if (name.includes('*')) patterns.push({ matches: createMatcher(name), rule })
      else if (!exact.has(name)) exact.set(name, rule)
    }
  const excepted = rules.map(({ except = [] }) => new Set(except))
  return (model) => {
    const named = exact.get(model) ?? Number.POSITIVE_INFINITY
    const matched = patterns.find(({ matches, rule }) => rule < named && matches(model))?.rule ?? named
    return Number.isFinite(matched) && !excepted[matched]?.has(model) ? matched : null
  }
}

/** Whether the whole name matches; `*` stands for any text. Takes no longer than the two are long. */
function createMatcher(pattern: string): (model: string) => boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop() ?? ''
  return (model) => {
    if (!model.startsWith(first) || !model.endsWith(last)) return false
    let from = first.length
    const end = model.length - last.length
    for (const part of rest) {
      const at = model.indexOf(part, from)
      if (at < 0) return false
      from = at + part.length
    }
    return from <= end
  }
}

function findCost(
  rule: MarkupRule,
  model: string,
  { CostPrices, channelCosts }: { [K in 'CostPrices' | 'channelCosts']: MarkupOptions[K] | undefined },
): { origin: Governed['costOrigin']; entry: CostEntry | null; cost: RawPrice | null } {
  const list = listPriceOf(model)
  const ofChannel = rule.channel === undefined ? undefined : channelCosts?.get(rule.channel)
  const siteCost = CostPrices ? costEntryFor(CostPrices, [model]) : null
  const stated = statedCostOf({ channelCosts: ofChannel ?? null, siteCost, models: [model] })
  if (stated === null) return { origin: list === null ? 'none' : 'list', entry: list && wholeList, cost: list }
  const cost = costPriceOf(stated.entry, list)
  return { origin: cost === null ? 'none' : stated.origin, entry: cost && stated.entry, cost }
}

const wholeList: CostEntry = { discount: 1 }

/**
 * Where the operator states what the upstream takes for a call, by the first of `models` that is named: the prices of
 * the channel, else the site's. Null = nowhere, and the cost is unknown. Bills, reports and the sheet of prices ask it.
 */
export function statedCostOf({
  channelCosts,
  siteCost,
  models,
}: {
  channelCosts: CostPrices | null
  siteCost: CostEntry | null
  models: readonly string[]
}): { origin: 'channel' | 'cost_list'; entry: CostEntry } | null {
  const own = channelCosts && costEntryFor(channelCosts, models)
  if (own) return { origin: 'channel', entry: own }
  return siteCost && { origin: 'cost_list', entry: siteCost }
}

/** The entry for the first of `models` that has one, otherwise the `default`. */
export function costEntryFor(prices: CostPrices, models: readonly string[]): CostEntry | null {
  const name = [...models, 'default'].find((candidate) => Object.hasOwn(prices, candidate))
  return name === undefined ? null : lookUp(prices, name, null)
}

/** The maker's price of the shipped list. */
export function listPriceOf(model: string): RawPrice | null {
  const fields = listFieldsOf(model)
  return fields && { fields, rules: rulesOf(defaultPrices, model) }
}

/** What the upstream takes; null for a share of a list price that is unknown. */
export function costPriceOf(entry: CostEntry, list: RawPrice | null): RawPrice | null {
  if (!('discount' in entry)) {
    const { rules = list?.rules ?? [], ...own } = entry
    return { fields: { ...list?.fields, ...noAmounts, ...own }, rules }
  }
  if (list === null) return null
  const { discount } = entry
  const { fields, rules } = list
  return { fields: { ...fields, ...scaledAmounts(fields, discount) }, rules: scaledRules(rules, discount) }
}

/** The sale price: own prices of rules are marked up as the price itself, factors stay. */
function markUp({ fields, rules }: RawPrice, rule: MarkupRule): RawPrice {
  const sale = markUpFields(fields, rule)
  return { fields: sale, rules: rules.map((one) => ({ ...one, set: markUpChange(one.set, fields, rule) })) }
}

function markUpChange(set: PriceRule['set'], cost: PriceFields, rule: MarkupRule): PriceRule['set'] {
  const fixed = { ...set, ...markUpFixed(set, rule) }
  if (set.ratio === undefined && set.completion_ratio === undefined) return fixed
  const { ratio, ...output } = markUpTokens({ ...cost, ...set }, rule)
  return { ...fixed, ...output, ...(set.ratio !== undefined && { ratio }) }
}

const markUpFields = (cost: PriceFields, rule: MarkupRule): PriceFields => ({
  ...cost,
  ...markUpFixed(cost, rule),
  ...markUpTokens(cost, rule),
})

/** Input and output are marked up in dollars; all other parts keep their relation to input. */
function markUpTokens(
  { ratio, completion_ratio: completion = 1 }: PriceFields,
  rule: MarkupRule,
): Pick<PriceFields, 'ratio' | 'completion_ratio'> {
  if (ratio === undefined) return {}
  const { add = 0, round = 'none' } = rule
  if (add === 0 && round === 'none') return { ratio: exactProduct(ratio, rule.factor) }
  const input = markUpAmount(exactProduct(ratio, dollarsPerRatio), rule, add)
  const output = markUpAmount(exactProduct(ratio, dollarsPerRatio, completion), rule, add)
  return {
    ratio: exactQuotient(input, dollarsPerRatio),
    ...(input > 0 && { completion_ratio: exactQuotient(output, input) }),
  }
}

/** The amounts that are not by tokens. Seconds are too cheap for whole cents: nothing rounds them. */
function markUpFixed(cost: PriceFields, rule: MarkupRule): PriceFields {
  const rules = { price: rule, second_price: { ...rule, round: 'none' }, character_price: rule } as const
  return Object.fromEntries(
    entriesOf(rules).flatMap(([field, own]) => {
      const amount = cost[field]
      return amount === undefined ? [] : [[field, markUpAmount(amount, own, 0)]]
    }),
  )
}

const roundings = { cent: 2, ten_cents: 1 } as const

/** Dollars. What is not free does not become free by rounding. */
function markUpAmount(amount: number, { factor, round = 'none' }: MarkupRule, add: number): number {
  const exact = plus(times(decimalOf(amount), decimalOf(factor)), decimalOf(add))
  if (round === 'none') return decimalNumber(exact)
  const rounded = roundDecimal(exact, roundings[round])
  const step: Decimal = { digits: 1n, scale: roundings[round] }
  return decimalNumber(rounded.digits === 0n && exact.digits > 0n ? step : rounded)
}
