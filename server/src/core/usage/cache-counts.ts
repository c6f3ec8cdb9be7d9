import { hasAny, type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { CountReader } from './usage-report.ts'

interface CacheCounts {
  read: number
  written5m: number
  written1h: number
  /** The report says nothing of their lifetime, so that they are counted as written for five minutes. */
  isUnsplit: boolean
}

/**
 * Names of cached tokens, in the details of the input or beside it, in the order in which they are read. OpenAI names
 * only the first of each list; the others are those of the makers whose models a host passes on.
 *
 * | name | of |
 * |---|---|
 * | `cached_tokens` | OpenAI, and beside the details Moonshot: https://platform.kimi.ai/docs/api/chat |
 * | `cache_read_input_tokens`, `cache_creation_input_tokens` | Anthropic, Perplexity, Qwen |
 * | `cache_read_tokens`, `cache_creation_tokens` | relays of Claude models |
 * | `prompt_cache_hit_tokens` | DeepSeek: https://api-docs.deepseek.com/guides/kv_cache |
 * | `cache_write_tokens` | OpenAI from 2026 on, OpenRouter: types of openai-python 3.57.0 |
 * | `cached_creation_tokens`, `claude_cache_creation_5_m_tokens` and `…_1_h_…` | gateways of Claude models |
 * | `cache_write_input_tokens` | Bedrock and its gateways |
 */
const readInDetails = ['cached_tokens', 'cache_read_input_tokens', 'cache_read_tokens'] as const
const readBeside = ['prompt_cache_hit_tokens', ...readInDetails] as const
const written = [
  'cache_write_tokens',
  'cache_creation_input_tokens',
  'cache_creation_tokens',
  'cached_creation_tokens',
  'cache_write_input_tokens',
] as const
const minutes = 'claude_cache_creation_5_m_tokens'
const hour = 'claude_cache_creation_1_h_tokens'
const splitMinutes = 'ephemeral_5m_input_tokens'
const splitHour = 'ephemeral_1h_input_tokens'

/** The names of all counts that are read here. */
export const cacheCountNames = {
  details: [...readInDetails, ...written, minutes, hour],
  beside: [...readBeside, ...written, minutes, hour],
  split: [splitMinutes, splitHour],
}

const none: CacheCounts = { read: 0, written5m: 0, written1h: 0, isUnsplit: false }
const inDetails = new Set(cacheCountNames.details)
const beside = new Set([...cacheCountNames.beside, 'cache_creation'])

/** The cached tokens of a report in one of OpenAI's formats. */
export function readCacheCounts(reader: CountReader, usage: JsonRecord, details: JsonRecord): CacheCounts {
  if (!hasAny(details, inDetails) && !hasAny(usage, beside)) return none
  const split = recordOf(usage.cache_creation)
  const read = reader.tokensIn(details, readInDetails) || reader.tokensIn(usage, readBeside)
  const all = reader.tokensIn(details, written) || reader.tokensIn(usage, written)
  const fiveMinutes = reader.tokens(split[splitMinutes], usage[minutes], details[minutes])
  const oneHour = reader.tokens(split[splitHour], usage[hour], details[hour])
  return { read: read ?? 0, ...splitWritten({ written: all, fiveMinutes, oneHour }) }
}

/** The written tokens by their lifetime. The split may be older than the sum, so the sum decides where it is larger. */
export function splitWritten(counts: {
  written: number | undefined
  fiveMinutes: number | undefined
  oneHour: number | undefined
}): Omit<CacheCounts, 'read'> {
  const { written = 0, fiveMinutes = 0, oneHour = 0 } = counts
  const isUnsplit = written > 0 && counts.fiveMinutes === undefined && counts.oneHour === undefined
  return { written1h: oneHour, written5m: Math.max(written - oneHour, fiveMinutes), isUnsplit }
}
