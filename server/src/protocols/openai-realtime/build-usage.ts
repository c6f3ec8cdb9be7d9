import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { ResponseUsage } from './wire.ts'

/** `usage` of `response.done`. */
export function buildRealtimeUsage(usage: Usage): ResponseUsage {
  const input = inputTotal(usage)
  const output = outputTotal(usage)
  return {
    total_tokens: input + output,
    input_tokens: input,
    output_tokens: output,
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
