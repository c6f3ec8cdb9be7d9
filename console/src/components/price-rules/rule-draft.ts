import { type NamedAxis, namedAxes, namesOf, type Weekday, weekdays } from '@sluice/contract/price-axes'
import {
  type PriceChange,
  type PriceCondition,
  type PriceRule,
  priceRule,
  servedPattern,
} from '@sluice/contract/price-rules'
import { mapKeys } from '@sluice/contract/typed-keys'
import { amountText, parseAmount } from '../../lib/price-conversion.ts'

/** The fields that a rule can set, common ones first. */
export const usualFields = ['factor', 'price', 'ratio', 'completion_ratio', 'cache_ratio'] as const
export const furtherFields = [
  'create_cache_ratio',
  'create_cache_1h_ratio',
  'image_ratio',
  'image_completion_ratio',
  'reasoning_ratio',
  'audio_ratio',
  'audio_completion_ratio',
  'audio_cache_ratio',
  'second_price',
  'character_price',
] as const
export type RuleField = (typeof usualFields)[number] | (typeof furtherFields)[number]
export const ruleFields: readonly RuleField[] = [...usualFields, ...furtherFields]

/** A rule while it is edited: the texts of the fields, empty if not set. */
export interface RuleDraft {
  inputOver: string
  start: string
  end: string
  days: Weekday[]
  from: string
  until: string
  timezone?: string
  /** Names of how a call is served and of what it makes, one of which must hold. */
  served: Readonly<Record<NamedAxis, readonly string[]>>
  /** Its factor multiplies whatever else applies. */
  stacks: boolean
  set: Partial<Record<RuleField, string>>
}

type RuleFault =
  | 'noCondition'
  | 'notWhole'
  | 'bothTimes'
  | 'sameTimes'
  | 'daysOrder'
  | 'noChange'
  | 'notNumber'
  | 'notServed'
  | 'onlyFactor'
  | 'notRule'
/** A position in the form: a field, or the conditions or changes as a whole. */
export type RulePlace = 'when' | 'inputOver' | 'end' | 'until' | 'stacks' | 'set' | NamedAxis | RuleField
type RuleFaults = Partial<Record<RulePlace, RuleFault>>

export const emptyRule: RuleDraft = {
  inputOver: '',
  start: '',
  end: '',
  days: [],
  from: '',
  until: '',
  served: mapKeys(namedAxes, () => []),
  stacks: false,
  set: {},
}

export function buildRuleDraft({ when, set, stacks }: PriceRule): RuleDraft {
  const [start = '', end = ''] = when.between ?? []
  return {
    inputOver: when.input_over === undefined ? '' : String(when.input_over),
    start,
    end,
    days: when.days ?? [],
    from: when.from ?? '',
    until: when.until ?? '',
    ...(when.timezone !== undefined && { timezone: when.timezone }),
    served: mapKeys(namedAxes, (axis) => namesOf(when[axis] ?? [])),
    stacks: stacks === true,
    set: Object.fromEntries(
      ruleFields.flatMap((field) => {
        const value = set[field]
        return value === undefined ? [] : [[field, amountText(value)]]
      }),
    ),
  }
}

export type RuleResult = { ok: true; rule: PriceRule } | { ok: false; faults: RuleFaults }

/** The edited rule, or its faults with their positions. */
export function readRuleDraft(draft: RuleDraft): RuleResult {
  const faults = { ...conditionFaults(draft), ...changeFaults(draft) }
  if (Object.keys(faults).length > 0) return { ok: false, faults }
  const parsed = priceRule.safeParse({
    when: conditionOf(draft),
    set: changeOf(draft),
    ...(draft.stacks && { stacks: true }),
  })
  return parsed.success ? { ok: true, rule: parsed.data } : { ok: false, faults: { when: 'notRule' } }
}

function conditionFaults({ inputOver, start, end, days, from, until, served }: RuleDraft): RuleFaults {
  const named = namedAxes.filter((axis) => served[axis].length > 0)
  const isEmpty = [inputOver.trim(), start, end, from, until].every((text) => text === '')
  if (isEmpty && days.length === 0 && named.length === 0) {
    return { when: 'noCondition' }
  }
  const wrong = named.filter((axis) => !served[axis].every((name) => servedPattern.test(name)))
  return {
    ...Object.fromEntries(wrong.map((axis) => [axis, 'notServed' as const])),
    ...(!/^\d{0,9}$/.test(inputOver.trim()) && { inputOver: 'notWhole' }),
    ...((start === '') !== (end === '') && { end: 'bothTimes' }),
    ...(start !== '' && start === end && { end: 'sameTimes' }),
    ...(from !== '' && until !== '' && from >= until && { until: 'daysOrder' }),
  }
}

function changeFaults({ set, stacks }: RuleDraft): RuleFaults {
  const typed = ruleFields.filter((field) => (set[field] ?? '').trim() !== '')
  if (typed.length === 0) return { set: 'noChange' }
  const wrong = typed.filter((field) => parseAmount(set[field] ?? '') === 'invalid')
  return {
    ...Object.fromEntries(wrong.map((field) => [field, 'notNumber' as const])),
    ...(stacks && typed.join() !== 'factor' && { stacks: 'onlyFactor' }),
  }
}

function conditionOf({ inputOver, start, end, days, from, until, timezone, served }: RuleDraft): PriceCondition {
  const isTimed = start !== '' || days.length > 0 || from !== '' || until !== ''
  return {
    ...(inputOver.trim() !== '' && { input_over: Number(inputOver) }),
    ...(start !== '' && { between: [start, end] satisfies [string, string] }),
    // In weekday order, not in the order of the clicks.
    ...(days.length > 0 && { days: weekdays.filter((day) => days.includes(day)) }),
    ...(from !== '' && { from }),
    ...(until !== '' && { until }),
    ...(isTimed && timezone && { timezone }),
    ...Object.fromEntries(
      namedAxes.filter((axis) => served[axis].length > 0).map((axis) => [axis, oneOrAll(served[axis])]),
    ),
  }
}

/** One name is written without a list. */
const oneOrAll = (names: readonly string[]): string | readonly string[] =>
  names.length === 1 ? (names[0] ?? '') : names

const changeOf = ({ set }: RuleDraft): PriceChange =>
  Object.fromEntries(
    ruleFields.flatMap((field) => {
      const amount = parseAmount(set[field] ?? '')
      return typeof amount === 'number' ? [[field, amount]] : []
    }),
  )
