import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { readCacheCounts } from './cache-counts.ts'
import { openaiCounts } from './known-counts.ts'
import { readToolCounts } from './tool-counts.ts'
import { unknownCounts } from './unknown-counts.ts'
import { CountReader } from './usage-report.ts'

/** The names of both sides in each format; details have them with `_details`. */
const sideNames = {
  chat: { input: 'prompt_tokens', output: 'completion_tokens' },
  responses: { input: 'input_tokens', output: 'output_tokens' },
} as const

/**
 * The counts of a usage in one of OpenAI's text formats, by its own names or, as some hosts write them, by those of the
 * other. Totals include cached and reasoning tokens.
 */
export function readOpenaiCounts(usage: JsonRecord, format: keyof typeof sideNames) {
  const [own, other] = [sideNames[format], sideNames[format === 'chat' ? 'responses' : 'chat']]
  const reader = new CountReader()
  const input = recordOf(usage[`${own.input}_details`] ?? usage[`${other.input}_details`])
  const output = recordOf(usage[`${own.output}_details`] ?? usage[`${other.output}_details`])
  const cache = readCacheCounts(reader, usage, input)
  return {
    reader,
    sides: {
      input: reader.tokens(usage[own.input], usage[other.input]),
      output: reader.tokens(usage[own.output], usage[other.output]),
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
    isUnsplit: cache.isUnsplit,
    tools: readToolCounts(reader, usage),
    unknown: unknownCounts(usage, openaiCounts),
  }
}
