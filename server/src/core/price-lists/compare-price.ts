import { amountFieldOf, hasAmount } from '@sluice/contract/price-amounts'
import type { PriceCondition, PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { type ChangeableField, tableOfField } from '@sluice/contract/price-sheet'
import type { ProposalDoubt } from '@sluice/contract/price-sources'
import { entriesOf, keysOf } from '@sluice/contract/typed-keys'
import { createMarkups, type RawPrice } from '../billing/markup.ts'
import type { ModelPrice } from '../billing/model-price.ts'
import { chargedParts, partWeightsOf } from '../billing/part-weights.ts'
import { fieldsOf, isExpressionPriced, type PriceEntries, type PriceOptions, rulesOf } from '../billing/price-fields.ts'
import { buildPricePlan, fixedFields, type PricePlan } from '../billing/price-plan.ts'
import { entriesOfModel, type TableWrite, withWrite } from '../billing/price-tables.ts'
import type { ListedPrice } from './listed-price.ts'

/** A price as it applies, with the ratios that follow from the model's name. */
export interface StatedPrice {
  fields: PriceFields
  rules: readonly PriceRule[]
}

/** What a list would change about a model. */
export interface PriceDifferenceFound {
  current: StatedPrice | null
  proposed: StatedPrice
  /** What accepting it writes. */
  write: TableWrite
  doubts: ProposalDoubt[]
  /** The factors of the figures that change; 0 and infinity are left out. */
  factors: number[]
}

/** Both far beyond what prices change by. */
const implausibleFactor = 1_000

/**
 * The difference between the price of a model in the tables and what a list says. Null = there is none, or the price
 * does not come from the tables. Absent fields stay.
 */
export function createDifferences(
  options: PriceOptions,
): (model: string, listed: ListedPrice) => PriceDifferenceFound | null {
  const markupOf = createMarkups(options)
  return (model, listed) => {
    // Entries in the tables have no effect on these prices.
    if (isExpressionPriced(options, model) || markupOf(model) !== null) return null
    const own = entriesOfModel(options, model)
    const before = tablePriceOf(own, model)
    const current = before?.stated ?? null
    if (hasNoEffect(current, listed.fields)) return null
    const fields = changedFields(current?.fields ?? {}, listed.fields)
    const rules = changedRules(current, listed)
    if (Object.keys(fields).length === 0 && rules === undefined) return null
    const write: TableWrite = { model, fields, rules }
    const tables = becomesTokenPrice(current, listed.fields) ? { ...own, ModelPrice: {} } : own
    const after = tablePriceOf(withWrite(tables, write), model)
    if (after === null) return null
    const { doubts, factors } = compareFigures(before?.plan ?? null, after.plan)
    return { current, proposed: after.stated, write, doubts, factors }
  }
}

/** The price of a model by its entries and its name alone; null = there is none. */
export const tablePriceOf = (tables: PriceEntries, model: string) =>
  statePrice({ fields: fieldsOf(tables, model), rules: rulesOf(tables, model) })

/** The price as it applies; null = there is none. */
export function statePrice({ fields, rules }: RawPrice): { plan: PricePlan; stated: StatedPrice } | null {
  const plan = buildPricePlan(fields, rules)
  return plan && { plan, stated: { fields: statedFields(plan.base), rules } }
}

/** A price by the second or character never replaces one of another kind, which counts before it. */
function hasNoEffect(current: StatedPrice | null, next: PriceFields): boolean {
  const [own, theirs] = [current && amountFieldOf(current.fields), amountFieldOf(next)]
  return own != null && own !== theirs && (theirs === 'second_price' || theirs === 'character_price')
}

/** A price by the call would become one by tokens. It is shown and never written. */
export const becomesTokenPrice = (current: StatedPrice | null, next: PriceFields): boolean =>
  current !== null && amountFieldOf(current.fields) !== 'ratio' && hasAmount(current.fields) && next.ratio !== undefined

/** The fields that a list names and that apply otherwise now. */
export function changedFields(current: PriceFields, listed: PriceFields): Partial<Record<ChangeableField, number>> {
  const changed: Partial<Record<ChangeableField, number>> = {}
  for (const [name, value] of entriesOf(listed))
    if (isTableField(name) && !isSameFigure(current[name], value)) changed[name] = value
  return changed
}

const isTableField = (name: keyof PriceFields): name is ChangeableField => name in tableOfField

/**
 * The rules after the list: its own, and the present ones with conditions that its form cannot express. Undefined =
 * they stay.
 */
export function changedRules(current: StatedPrice | null, { rules, axes }: ListedPrice): PriceRule[] | undefined {
  if (rules === null) return undefined
  const present = current?.rules ?? []
  const isInScope = ({ when, stacks }: PriceRule) =>
    axes === 'all' || (stacks !== true && keysOf(when).every((key) => axes.includes(key)))
  if (areSameRules(present.filter(isInScope), rules)) return undefined
  // Those that stay have more conditions, so they come first.
  return [...present.filter((rule) => !isInScope(rule)), ...rules]
}

/** Whether two lists say the same about all that both name. */
export function agree(a: ListedPrice, b: ListedPrice): boolean {
  if (amountFieldOf(a.fields) !== amountFieldOf(b.fields)) return false
  const both = keysOf(a.fields).filter((name) => b.fields[name] !== undefined)
  if (!both.every((name) => isSameFigure(a.fields[name], b.fields[name]))) return false
  const canCompareRules = a.rules !== null && b.rules !== null && String(a.axes) === String(b.axes)
  return !canCompareRules || areSameRules(a.rules ?? [], b.rules ?? [])
}

export function compareFigures(
  before: PricePlan | null,
  after: PricePlan,
): Pick<PriceDifferenceFound, 'doubts' | 'factors'> {
  if (before === null) return { doubts: ['new'], factors: [] }
  if (before.base.kind !== after.base.kind || unitOf(before.base) !== unitOf(after.base))
    return { doubts: ['kind_changes'], factors: [] }
  const all = factorsBetween(before, after)
  const factors = all.filter((factor) => factor > 0 && Number.isFinite(factor))
  const doubts: ProposalDoubt[] = []
  if (all.includes(Number.POSITIVE_INFINITY)) doubts.push('from_zero')
  if (all.includes(0)) doubts.push('to_zero')
  if (factors.some((factor) => factor > 1)) doubts.push('rises')
  if (factors.some((factor) => factor >= implausibleFactor || factor <= 1 / implausibleFactor))
    doubts.push('implausible')
  return { doubts, factors }
}

/**
 * By which each figure changes, under every condition that either price names; 0 = to nothing, infinity = from nothing.
 */
function factorsBetween(before: PricePlan, after: PricePlan): number[] {
  const conditions = new Set([before, after].flatMap(conditionsOf))
  return [null, ...conditions].flatMap((condition) => {
    const [old, next] = [figuresOf(priceUnder(before, condition)), figuresOf(priceUnder(after, condition))]
    return old.flatMap((figure, index) => {
      const other = next[index] ?? figure
      if (isSameFigure(figure, other)) return []
      return [figure === 0 ? Number.POSITIVE_INFINITY : other / figure]
    })
  })
}

const conditionsOf = ({ rules, stacks = [] }: PricePlan): string[] =>
  [...rules, ...stacks].map(({ when }) => idOf(when))

function priceUnder({ base, rules, stacks = [] }: PricePlan, condition: string | null): ModelPrice {
  if (condition === null) return base
  const rule = rules.find(({ when }) => idOf(when) === condition)
  if (rule !== undefined) return rule.price
  const stack = stacks.find(({ when }) => idOf(when) === condition)
  return stack === undefined ? base : { ...base, factor: base.factor * stack.factor }
}

const unitOf = (price: ModelPrice) => (price.kind === 'per_call' ? price.unit : undefined)

/** What each unit or each token of a part is charged. */
function figuresOf(price: ModelPrice): number[] {
  if (price.kind === 'per_call') return [price.price * price.factor]
  if (price.kind === 'expression') return []
  const { numbers, scale } = partWeightsOf(price)
  return chargedParts.map((part) => numbers[part] / 10 ** scale)
}

/** The price in the form of the tables, with what absent entries mean. */
export function statedFields(price: ModelPrice): PriceFields {
  if (price.kind === 'per_call') return fixedFields(price)
  if (price.kind === 'expression') return {}
  return {
    ratio: price.ratio,
    completion_ratio: price.completionRatio,
    cache_ratio: price.cacheReadRatio,
    create_cache_ratio: price.cacheWrite5mRatio,
    create_cache_1h_ratio: price.cacheWrite1hRatio,
    image_ratio: price.imageRatio,
    image_completion_ratio: price.imageCompletionRatio,
    audio_ratio: price.audioRatio,
    audio_completion_ratio: price.audioCompletionRatio,
    audio_cache_ratio: price.audioCacheRatio,
  }
}

/** Ratios of lists are rounded quotients. */
export const isSameFigure = (a: number | undefined, b: number | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)))

const areSameRules = (a: readonly PriceRule[], b: readonly PriceRule[]): boolean =>
  a.length === b.length && a.every((rule, index) => isSameRule(rule, b[index]))

function isSameRule(a: PriceRule, b: PriceRule | undefined): boolean {
  if (b === undefined || idOf(a.when) !== idOf(b.when) || a.stacks !== b.stacks) return false
  const names = new Set([...keysOf(a.set), ...keysOf(b.set)])
  return [...names].every((name) => isSameFigure(a.set[name], b.set[name]))
}

/** A condition as a text. Lists write one bound in two ways: above 200 000 tokens, and from 200 000 on. */
function idOf(when: PriceCondition): string {
  const { input_over: over } = when
  const isOneLess = over !== undefined && (over + 1) % 1_000 === 0
  const written = isOneLess ? { ...when, input_over: over + 1 } : when
  return JSON.stringify(Object.entries(written).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
