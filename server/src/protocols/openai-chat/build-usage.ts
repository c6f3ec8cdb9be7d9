import { cacheReadTotal, cacheWriteTotal, inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { AnswerUsage } from './wire.ts'

/**
 * Disjoint counts as `usage` of Chat Completions: the totals include cached and reasoning tokens.
 * https://platform.openai.com/docs/api-reference/chat/object
 */
export function buildOpenaiUsage(usage: Usage): AnswerUsage {
  const prompt = inputTotal(usage)
  const completion = outputTotal(usage)
  const cacheWrite = cacheWriteTotal(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cacheReadTotal(usage),
      audio_tokens: usage.inputAudio,
      ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}),
      ...(usage.inputImage > 0 ? { image_tokens: usage.inputImage } : {}),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: usage.outputAudio,
      ...(usage.outputImage > 0 ? { image_tokens: usage.outputImage } : {}),
    },
  }
}
