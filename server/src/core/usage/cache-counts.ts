import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { CountReader } from './usage-report.ts'

interface CacheCounts {
  read: number
  written5m: number
  written1h: number
}

/**
 * The cached tokens of a report in one of OpenAI's formats. OpenAI names only `cached_tokens`; hosts that pass on other
 * makers' models use that maker's names, in the details or beside them.
 */
export function readCacheCounts(reader: CountReader, usage: JsonRecord, details: JsonRecord): CacheCounts {
  const split = recordOf(usage.cache_creation)
  const read = reader.tokens(
    details.cached_tokens,
    details.cache_read_input_tokens,
    details.cache_read_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cached_tokens,
    usage.cache_read_input_tokens,
    usage.cache_read_tokens,
  )
  const written = reader.tokens(
    details.cache_write_tokens,
    details.cache_creation_input_tokens,
    details.cache_creation_tokens,
    details.cached_creation_tokens,
    details.cache_write_input_tokens,
    usage.cache_write_tokens,
    usage.cache_creation_input_tokens,
    usage.cache_creation_tokens,
    usage.cached_creation_tokens,
    usage.cache_write_input_tokens,
  )
  const fiveMinutes = reader.tokens(
    split.ephemeral_5m_input_tokens,
    usage.claude_cache_creation_5_m_tokens,
    details.claude_cache_creation_5_m_tokens,
  )
  const oneHour = reader.tokens(
    split.ephemeral_1h_input_tokens,
    usage.claude_cache_creation_1_h_tokens,
    details.claude_cache_creation_1_h_tokens,
  )
  return { read: read ?? 0, ...splitWritten({ written, fiveMinutes, oneHour }) }
}

/** The written tokens by their lifetime. The split may be older than the sum, so the sum decides where it is larger. */
export function splitWritten(counts: {
  written: number | undefined
  fiveMinutes: number | undefined
  oneHour: number | undefined
}): Pick<CacheCounts, 'written5m' | 'written1h'> {
  const { written = 0, fiveMinutes = 0, oneHour = 0 } = counts
  return { written1h: oneHour, written5m: Math.max(written - oneHour, fiveMinutes) }
}
