import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'

/**
 * `usage` of `response.done`. Its input counts include what was read from the cache.
 * https://platform.openai.com/docs/api-reference/realtime-server-events, as known on 2026-11-22
 */
export function buildRealtimeUsage(usage: Usage) {
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
