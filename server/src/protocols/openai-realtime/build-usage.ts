import { cacheReadTotal, inputTotal, outputTotal } from '../../core/usage/usage.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import type { ResponseUsage } from './wire.ts'

/** `usage` of `response.done`. A count that the upstream does not report is absent, and so is the total then. */
export function buildRealtimeUsage(usage: ReportedUsage): ResponseUsage {
  const input = inputTotal(usage)
  const output = outputTotal(usage)
  return {
    ...(!usage.missing && { total_tokens: input + output }),
    ...(!usage.missing?.includes('input') && { input_tokens: input }),
    ...(!usage.missing?.includes('output') && { output_tokens: output }),
    input_token_details: {
      text_tokens: usage.inputText + usage.cacheReadText,
      audio_tokens: usage.inputAudio + usage.cacheReadAudio,
      image_tokens: usage.inputImage + usage.cacheReadImage,
      cached_tokens: cacheReadTotal(usage),
      cached_tokens_details: {
        text_tokens: usage.cacheReadText,
        audio_tokens: usage.cacheReadAudio,
        image_tokens: usage.cacheReadImage,
      },
    },
    output_token_details: { text_tokens: usage.outputText, audio_tokens: usage.outputAudio },
  }
}
