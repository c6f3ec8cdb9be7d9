import type { PriceCondition, PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { type ChangeableField, tableOfField } from '@sluice/contract/price-sheet'
import type { ProposalDoubt } from '@sluice/contract/price-sources'
import { entriesOf, keysOf, lookUp } from '@sluice/contract/typed-keys'
import type { ModelPrice } from '../billing/model-price.ts'
import type { PriceOptions } from '../billing/price-fields.ts'
import { createPriceList } from '../billing/price-list.ts'
import type { PricePlan } from '../billing/price-plan.ts'
import type { ListedPrice } from './listed-price.ts'
import { optionsOfModel, type PriceWrite, withWrite } from './price-tables.ts'

/** A price as it applies, with the ratios that follow from the model's name. */
export interface StatedPrice {
  fields: PriceFields
  rules: readonly PriceRule[]
}

/** What a list would change about a model. */
export interface PriceDifferenceFound {
  current: StatedPrice | null
  proposed: StatedPrice
  write: PriceWrite
  doubts: ProposalDoubt[]
  /** The factors of the figures that change; 0 and infinity are left out. */
  factors: number[]
}

/** Both far beyond what prices change by. */
const implausibleFactor = 1_000

/** The price of a model under the options; null = none. */
export function statedPriceOf(options: PriceOptions, model: string): StatedPrice | null {
  const plan = createPriceList(options).planOf(model)
  return plan && { fields: fieldsOf(plan.base), rules: lookUp(options.PriceRules ?? {}, model, []) }
}

/** The difference between what applies to a model and what a list says; null = none. Absent fields stay. */
export function differenceOf(options: PriceOptions, model: string, listed: ListedPrice): PriceDifferenceFound | null {
  const own = optionsOfModel(options, model)
  const before = createPriceList(own).planOf(model)
  // The tables have no effect on it.
  if (before?.base.kind === 'expression') return null
  const current = statedPriceOf(own, model)
  const write = { fields: changedFields(current?.fields ?? {}, listed.fields), rules: changedRules(current, listed) }
  if (Object.keys(write.fields).length === 0 && write.rules === null) return null
  const after = withWrite(becomesTokenPrice(current, listed.fields) ? { ...own, ModelPrice: {} } : own, model, write)
  const [plan, proposed] = [createPriceList(after).planOf(model), statedPriceOf(after, model)]
  if (plan === null || proposed === null) return null
  const factors = before === null || before.base.kind !== plan.base.kind ? [] : factorsBetween(before, plan)
  return {
    current,
    proposed,
    write,
    doubts: doubtsAbout(before, plan, factors),
    factors: factors.filter((factor) => factor > 0 && Number.isFinite(factor)),
  }
}

/** A price by the call would become one by tokens. It is shown and never written. */
export const becomesTokenPrice = (current: StatedPrice | null, next: PriceFields): boolean =>
  current?.fields.price !== undefined && next.price === undefined

/** The fields that a list names and that apply otherwise now. */
function changedFields(current: PriceFields, listed: PriceFields): PriceWrite['fields'] {
  const changed: PriceWrite['fields'] = {}
  for (const [name, value] of entriesOf(listed))
    if (isTableField(name) && !isSameFigure(current[name], value)) changed[name] = value
  return changed
}

const isTableField = (name: keyof PriceFields): name is ChangeableField => name in tableOfField

/** The rules after the list: its own, and the present ones with conditions that its form cannot express. */
function changedRules(current: StatedPrice | null, { rules, axes }: ListedPrice): readonly PriceRule[] | null {
  if (rules === null) return null
  const present = current?.rules ?? []
  const isInScope = ({ when, stacks }: PriceRule) =>
    axes === 'all' || (stacks !== true && keysOf(when).every((key) => axes.includes(key)))
  if (areSameRules(present.filter(isInScope), rules)) return null
  // Those that stay have more conditions, so they come first.
  return [...present.filter((rule) => !isInScope(rule)), ...rules]
}

/** Whether two lists say the same about all that both name. */
export function agree(a: ListedPrice, b: ListedPrice): boolean {
  const isFixed = ({ fields }: ListedPrice) => fields.price !== undefined
  if (isFixed(a) !== isFixed(b)) return false
  const both = keysOf(a.fields).filter((name) => b.fields[name] !== undefined)
  if (!both.every((name) => isSameFigure(a.fields[name], b.fields[name]))) return false
  const canCompareRules = a.rules !== null && b.rules !== null && String(a.axes) === String(b.axes)
  return !canCompareRules || areSameRules(a.rules ?? [], b.rules ?? [])
}

function doubtsAbout(before: PricePlan | null, after: PricePlan, factors: readonly number[]): ProposalDoubt[] {
  if (before === null) return ['new']
  if (before.base.kind !== after.base.kind) return ['kind_changes']
  const doubts: ProposalDoubt[] = []
  if (factors.includes(Number.POSITIVE_INFINITY)) doubts.push('from_zero')
  if (factors.includes(0)) doubts.push('to_zero')
  const finite = factors.filter((factor) => factor > 0 && Number.isFinite(factor))
  if (finite.some((factor) => factor > 1)) doubts.push('rises')
  if (finite.some((factor) => factor >= implausibleFactor || factor <= 1 / implausibleFactor))
    doubts.push('implausible')
  return doubts
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

function figuresOf(price: ModelPrice): number[] {
  if (price.kind === 'per_call') return [price.price * price.factor]
  if (price.kind === 'expression') return []
  const input = price.ratio * price.factor
  return [
    input,
    input * price.completionRatio,
    input * price.cacheReadRatio,
    input * price.cacheWrite5mRatio,
    input * price.cacheWrite1hRatio,
    input * price.imageRatio,
    input * price.imageCompletionRatio,
    input * price.audioRatio,
    input * price.audioRatio * price.audioCompletionRatio,
    input * price.audioRatio * price.audioCacheRatio,
  ]
}

function fieldsOf(price: ModelPrice): PriceFields {
  if (price.kind === 'per_call') return { price: price.price }
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

/** Lists and tables round to twelve digits. */
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
