import { localTime } from '@sluice/contract/local-time'
import { madeAxes, namedAxes, namesOf, type Weekday, weekdays } from '@sluice/contract/price-axes'
import type { PriceCondition } from '@sluice/contract/price-rules'
import type { Served } from '../usage/served.ts'

/** Whether the rule depends on when a call arrives. */
export const isTimed = ({ between, days, from, until }: PriceCondition): boolean =>
  between !== undefined || days !== undefined || from !== undefined || until !== undefined

/** Whether the rule depends on how a call is served, or on what it makes. */
export const isOfServing = (when: PriceCondition): boolean => namedAxes.some((axis) => when[axis] !== undefined)

/** Whether the rule depends on the size or quality of what a call makes. */
export const isOfSize = ({ size, quality, resolution }: PriceCondition): boolean =>
  size !== undefined || quality !== undefined || resolution !== undefined

/** Whether a call with `inputTokens` in its prompt that was served as `served` meets the other conditions. */
export const appliesTo = (when: PriceCondition, inputTokens: number, served: Served | undefined): boolean =>
  (when.input_over === undefined || inputTokens > when.input_over) &&
  namedAxes.every((axis) => {
    const names = when[axis]
    const name = served?.[axis]
    return names === undefined || (name !== undefined && namesOf(names).includes(name))
  })

/** The condition without what `served` leaves open of what a call makes: it may turn out either way. */
export function withoutOpen(when: PriceCondition, served: Served | undefined): PriceCondition {
  const open = madeAxes.filter((axis) => when[axis] !== undefined && served?.[axis] === undefined)
  return open.length === 0 ? when : { ...when, ...Object.fromEntries(open.map((axis) => [axis, undefined])) }
}

/**
 * Whether a call that arrives at `at` (milliseconds) meets the time conditions. The length of its prompt and
 * how it is served are not considered. Times and days are those of the rule's time zone, including daylight saving.
 */
export function appliesAt(when: PriceCondition, at: number): boolean {
  if (!isTimed(when)) return true
  const local = localTime(at, when.timezone ?? 'UTC')
  if (when.from !== undefined && local.date < when.from) return false
  if (when.until !== undefined && local.date >= when.until) return false
  const began = when.between === undefined ? 0 : beganDaysAgo(when.between, local.time)
  if (began === null) return false
  return when.days === undefined || when.days.includes(dayBefore(local.weekday, began))
}

/** 0 = inside since today, 1 = since yesterday, null = outside. */
function beganDaysAgo([start, end]: readonly [string, string], time: string): 0 | 1 | null {
  if (start < end) return time >= start && time < end ? 0 : null
  if (time >= start) return 0
  return time < end ? 1 : null
}

const dayBefore = (weekday: number, days: number): Weekday => weekdays[(weekday + 7 - days) % 7] ?? 'sun'
