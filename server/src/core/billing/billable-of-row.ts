import type { ChargedRow } from '@sluice/contract/explain-charge'
import type { ToolRunDetail, UsageLogDetail } from '@sluice/contract/usage-log'
import type { ToolRun } from '../usage/tool-runs.ts'
import { noUsage, type Usage } from '../usage/usage.ts'
import type { Billable } from './billable.ts'

/**
 * What a usage row was charged for, from the parts that `buildChargeDetail` stored. Units are stored where a unit had a
 * price; otherwise they are 1.
 */
export const billableOfRow = ({ prompt_tokens, completion_tokens, detail }: ChargedRow): Billable => ({
  usage: usageOf(prompt_tokens, completion_tokens, detail),
  units: detail.units ?? 1,
  imageFactor: detail.image_factor ?? null,
  ...(detail.served && { served: detail.served }),
  ...(detail.sample_tokens !== undefined && { sample: { ...noUsage, inputText: detail.sample_tokens } }),
  ...(detail.tool_runs && { toolRuns: detail.tool_runs.map(runOf) }),
})

const runOf = ({ tool, count, tokens }: ToolRunDetail): ToolRun =>
  tokens
    ? {
        tool,
        count,
        model: tokens.model,
        usage: usageOf(tokens.prompt_tokens, tokens.completion_tokens, tokens.detail),
      }
    : { tool, count }

function usageOf(input: number, output: number, detail: UsageLogDetail): Usage {
  const { audio_input = 0, image_input = 0, audio_output = 0, image_output = 0, reasoning_output = 0 } = detail
  const { cache_tokens: read = 0, cache_audio_tokens: readAudio = 0, cache_image_tokens: readImage = 0 } = detail
  const { cache_creation_tokens: written = 0, cache_creation_tokens_1h: writtenHour = 0 } = detail
  return {
    inputText: input - audio_input - image_input - read - written,
    inputAudio: audio_input,
    inputImage: image_input,
    cacheReadText: read - readAudio - readImage,
    cacheReadAudio: readAudio,
    cacheReadImage: readImage,
    cacheWrite5m: written - writtenHour,
    cacheWrite1h: writtenHour,
    outputText: output - audio_output - image_output - reasoning_output,
    outputAudio: audio_output,
    outputImage: image_output,
    outputReasoning: reasoning_output,
    reasoning: detail.reasoning_tokens ?? 0,
    webSearchCalls: detail.web_search_call_count ?? 0,
    googleSearchCalls: detail.google_search_call_count ?? 0,
    fileSearchCalls: detail.file_search_call_count ?? 0,
    seconds: detail.seconds ?? 0,
    characters: detail.spoken_characters ?? 0,
  }
}
