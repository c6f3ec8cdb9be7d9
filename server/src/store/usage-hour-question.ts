import { keysOf } from '@sluice/contract/typed-keys'
import { noFirstTokens } from './first-token-times.ts'
import type { Span } from './time-spans.ts'

/** The columns that are added up, with the sums of an hour without calls. */
export const noUse = {
  /** Charged calls, including free ones. */
  calls: 0,
  /** Error rows. */
  errors: 0,
  /** Those of calls that were charged, such as streams that were cut: they are in `calls`, too. */
  charged_errors: 0,
  quota: 0,
  list_quota: 0,
  /** Calls whose cost is known: their cost, number and charges. */
  cost_quota: 0,
  cost_known_calls: 0,
  cost_known_quota: 0,
  /** Calls that were served in a way that may be dearer at the maker and had no price: their number and charges. */
  unpriced_calls: 0,
  unpriced_quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time_ms: 0,
  /**
   * Input that was read from a cache, and all input of the calls that say how much it was. Earlier versions counted
   * neither: where the second is 0, the share is unknown.
   */
  cache_read_tokens: 0,
  cache_counted_tokens: 0,
  /** Input that was written to a cache, part of the counted. */
  cache_write_tokens: 0,
  /** Streamed calls by the time to their first token. */
  ...noFirstTokens,
}
/** The calls that ended well: with `errors` they are all calls, each once. */
export const countSuccesses = ({ calls, charged_errors }: Pick<UsageAmounts, 'calls' | 'charged_errors'>): number =>
  calls - charged_errors

export type UsageAmounts = typeof noUse
export type HourAmount = keyof UsageAmounts
export const hourAmounts = keysOf(noUse)

/** Selects the hours that begin in the span. */
export interface UsageHourFilter extends Span {
  userId?: number | undefined
  /** Any of these. */
  tokenIds?: readonly number[] | undefined
  channelId?: number | undefined
  groupName?: string | undefined
  /** `%` matches any text. */
  modelName?: string | undefined
  /** Any of the values, for columns by which the sums are grouped. */
  among?:
    | {
        user_id?: readonly number[]
        token_id?: readonly number[]
        channel_id?: readonly number[]
        model_name?: readonly string[]
      }
    | undefined
}

/** `client`: only calls of known programs have one. */
export type HourGroup = 'user_id' | 'token_id' | 'channel_id' | 'group_name' | 'model_name' | 'client'

/** The dimensions of sums. */
export interface HourGrouping {
  columns: readonly HourGroup[]
  /** Steps of time, of which one begins at `offsetMs`; null = the whole span is one. */
  step: { lengthMs: number; offsetMs: number } | null
  /** The requested columns; absent = all. The embedded database sorts whole rows to group them: fewer are faster. */
  amounts?: readonly HourAmount[]
}
