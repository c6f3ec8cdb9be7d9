import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { readCacheCounts } from './cache-counts.ts'
import { openaiCounts } from './known-counts.ts'
import { readToolCounts } from './tool-counts.ts'
import { unknownCounts } from './unknown-counts.ts'
import { CountReader } from './usage-report.ts'

/**
 * The counts of a usage in one of OpenAI's text formats. Hosts write the names of either format in both; of two names
 * for a side, the older one includes what was cached. Totals include cached and reasoning tokens.
 */
export function readOpenaiCounts(usage: JsonRecord) {
  const reader = new CountReader()
  const input = recordOf(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const output = recordOf(usage.completion_tokens_details ?? usage.output_tokens_details)
  const cache = readCacheCounts(reader, usage, input)
  return {
    reader,
    sides: {
      input: reader.tokens(usage.prompt_tokens, usage.input_tokens),
      output: reader.tokens(usage.completion_tokens, usage.output_tokens),
      total: reader.tokens(usage.total_tokens),
      cached: cache.read + cache.written5m + cache.written1h,
      reasoning: reader.tokens(output.reasoning_tokens) ?? 0,
    },
    parts: {
      inputAudio: reader.tokens(input.audio_tokens) ?? 0,
      inputImage: reader.tokens(input.image_tokens) ?? 0,
      cacheReadText: cache.read,
      cacheWrite5m: cache.written5m,
      cacheWrite1h: cache.written1h,
      outputAudio: reader.tokens(output.audio_tokens) ?? 0,
      outputImage: reader.tokens(output.image_tokens) ?? 0,
    },
    tools: readToolCounts(reader, usage),
    unknown: unknownCounts(usage, openaiCounts),
  }
}
