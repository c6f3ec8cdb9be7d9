import { type NamedAxis, namedAxes, namesOf, type Weekday } from '@sluice/contract/price-axes'
import type { PriceRule } from '@sluice/contract/price-rules'
import { formatNumber } from '../../lib/format.ts'
import { amountText } from '../../lib/price-conversion.ts'
import { type RuleField, ruleFields } from './rule-draft.ts'

/** A part of the sentence about a rule: a key of `rule.word` in locales/settings-prices, and its values. */
export type RuleWord =
  | { key: 'inputOver'; values: { count: string } }
  | { key: 'between' | 'overnight'; values: { start: string; end: string } }
  | { key: 'days'; days: readonly Weekday[] }
  | { key: 'from' | 'until'; values: { day: string } }
  | { key: 'timezone'; values: { zone: string } }
  | { key: NamedAxis; names: readonly string[] }

export interface RuleWords {
  /** All of them must hold. */
  when: RuleWord[]
  set: { field: RuleField; value: string }[]
  /** It multiplies whatever else applies. */
  stacks: boolean
}

/** Four digits are enough in a sentence; the form shows all. */
const readable = (value: number): string => amountText(Number(value.toPrecision(4)))

/** Monday first. */
const weekOrder: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** A rule as the parts of a sentence. */
export function ruleWordsOf({ when, set, stacks }: PriceRule): RuleWords {
  const { input_over, between, days, from, until, timezone } = when
  const words: RuleWord[] = []
  if (input_over !== undefined) words.push({ key: 'inputOver', values: { count: formatNumber(input_over) } })
  if (between !== undefined) {
    const [start, end] = between
    words.push({ key: start < end ? 'between' : 'overnight', values: { start, end } })
  }
  if (days !== undefined) words.push({ key: 'days', days: weekOrder.filter((day) => days.includes(day)) })
  if (from !== undefined) words.push({ key: 'from', values: { day: from } })
  if (until !== undefined) words.push({ key: 'until', values: { day: until } })
  // The length of a prompt does not depend on the time zone.
  if (words.some(({ key }) => key !== 'inputOver')) {
    words.push({ key: 'timezone', values: { zone: timezone ?? 'UTC' } })
  }
  for (const axis of namedAxes) {
    const names = when[axis]
    if (names !== undefined) words.push({ key: axis, names: namesOf(names) })
  }
  const changes = ruleFields.flatMap((field) => {
    const value = set[field]
    return value === undefined ? [] : [{ field, value: readable(value) }]
  })
  return { when: words, set: changes, stacks: stacks === true }
}
