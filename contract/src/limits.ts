import { z } from 'zod'
import { quotaMax } from './quota.ts'

const whole = z.number('must be a number').int('must be a whole number').min(0, 'must not be less than 0')
const amount = whole.max(quotaMax, 'is too large').optional()
const count = whole.max(1_000_000_000, 'is too large').optional()

/**
 * Limits of a token, an account, a group or a model. Absent = not set, 0 = no limit (which also overrides the default
 * of accounts). Days and months are in UTC; money is quota.
 */
export const limits = z.object({
  /** Requests a minute, including failed ones. */
  rpm: count,
  /** Tokens a minute, input and output. */
  tpm: amount,
  /** Concurrent calls. */
  concurrency: count,
  spend_day: amount,
  spend_month: amount,
})
export type Limits = z.infer<typeof limits>

const limitNames = Object.keys(limits.shape) as (keyof Limits)[]

/** Parses stored limits; null and '' mean none. Throws when the text is not one that was stored here. */
export const parseLimits = (text: string | null): Limits =>
  text === null || text === '' ? {} : limits.parse(JSON.parse(text))

/** The text to store; null without limits. */
export function formatLimits(value: Limits): string | null {
  const said = limitNames.filter((name) => value[name] !== undefined)
  return said.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(said.map((name) => [name, value[name]])))
}
