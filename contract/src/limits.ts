import { z } from 'zod'
import { quotaMax } from './quota.ts'
import { because } from './reason-of-issue.ts'

const whole = (max: number) =>
  z
    .number()
    .int()
    .min(0)
    .refine((value) => value <= max, because('tooLarge'))
    .max(max)
    .optional()
const amount = whole(quotaMax)
const count = whole(1_000_000_000)

/**
 * Limits of a token, an account, a group, a model or a channel. Absent = not set, 0 = no limit (which also overrides
 * the default of accounts). Days and months are in UTC; money is quota.
 */
export const limits = z.object({
  /** Requests a minute, including failed ones. */
  rpm: count,
  /** Tokens a minute, input and output. */
  tpm: amount,
  /** Concurrent calls. */
  concurrency: count,
  /** Unfinished tasks: videos, drawings, music, and images that are made after the call. */
  tasks: count,
  /** Tasks a day that an upstream accepted. */
  tasks_day: count,
  spend_day: amount,
  spend_month: amount,
})
export type Limits = z.infer<typeof limits>
export type LimitName = keyof Limits

export const limitNames = limits.keyof().options

/** Parses stored limits; null and '' mean none. Throws if `formatLimits` did not write the text. */
export const parseLimits = (text: string | null): Limits =>
  text === null || text === '' ? {} : limits.parse(JSON.parse(text))

/** The text to store; null without limits. */
export function formatLimits(value: Limits): string | null {
  const given = limitNames.filter((name) => value[name] !== undefined)
  return given.length === 0 ? null : JSON.stringify(Object.fromEntries(given.map((name) => [name, value[name]])))
}
