import { type CacheKey, type CacheLine, cacheKeys, cacheSpanMax } from '@sluice/contract/cache-report'
import { otherClient } from '@sluice/contract/client-names'
import { isOneOf } from '@sluice/contract/typed-keys'
import type { TimeFilter, TimeSpan } from '../../lib/time-filter.ts'
import { rangeOf } from './margin-filters.ts'

/** The parameters of the report in the URL. Times in seconds, 0 = the default. */
export const cacheFilterDefaults = { of: '', start_timestamp: 0, end_timestamp: 0 }

export const cacheKeyOf = (of: string): CacheKey => (isOneOf(cacheKeys, of) ? of : 'model')

/** As the margin's, and never longer than the report allows. */
export function cacheSpanOf(filter: TimeFilter, now: number): TimeSpan {
  const { start, end } = rangeOf(filter, now)
  return { start: Math.max(start, end - cacheSpanMax), end }
}

/** The filter of the log that shows the calls of a line; null where the log cannot find them. */
export function cacheLogSearchOf(line: CacheLine, { start, end }: TimeSpan) {
  if (line.client === '' || line.client === otherClient || line.token_name === '') return null
  return {
    ...(line.model_name !== null && { model_name: line.model_name }),
    ...(line.channel_id !== null && { channel: String(line.channel_id) }),
    ...(line.token_name !== null && { token_name: line.token_name }),
    ...(line.username && { username: line.username }),
    ...(line.client !== null && { client: line.client }),
    start_timestamp: start,
    end_timestamp: end,
  }
}
