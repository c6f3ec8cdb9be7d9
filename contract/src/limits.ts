import { z } from 'zod'
import { quotaMax } from './quota.ts'

const whole = z.number('must be a number').int('must be a whole number').min(0, 'must not be less than 0')
const amount = whole.max(quotaMax, 'is too large').optional()
const count = whole.max(1_000_000_000, 'is too large').optional()

/**
 * What a token, an account, a group or a model may use at most. Absent = nothing is said, 0 = no limit (which also
 * lifts the default of accounts). Days and months are those of UTC; money is quota.
 */
export const limits = z.object({
  /** Requests within a minute, failed ones included. */
  rpm: count,
  /** Tokens within a minute, input and output. */
  tpm: amount,
  /** Calls running at once. */
  concurrency: count,
  spend_day: amount,
  spend_month: amount,
})
export type Limits = z.infer<typeof limits>

const limitNames = Object.keys(limits.shape) as (keyof Limits)[]

/** Limits as they are stored; null and '' are none. Throws when the text is not what we wrote. */
export const parseLimits = (text: string | null): Limits =>
  text === null || text === '' ? {} : limits.parse(JSON.parse(text))

/** The text to store; null where nothing is said. */
export function formatLimits(value: Limits): string | null {
  const said = limitNames.filter((name) => value[name] !== undefined)
  return said.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(said.map((name) => [name, value[name]])))
}
