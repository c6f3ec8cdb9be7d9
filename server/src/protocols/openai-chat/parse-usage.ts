import { recordOf } from '@sluice/contract/read-json'
import { noUsage, type Usage } from '../../core/usage/usage.ts'

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * `usage` of Chat Completions, Completions and Embeddings as disjoint parts; null when it reports no tokens. The wire's
 * prompt total includes cached and audio tokens, its completion total includes reasoning and audio. A contradictory
 * report (more cached than prompt) gives negative parts, which `isPlausible` refuses.
 * https://platform.openai.com/docs/api-reference/chat/object, read 2026-11-20
 */
export function parseOpenaiUsage(wire: unknown): Usage | null {
  const usage = recordOf(wire)
  const prompt = count(usage.prompt_tokens)
  const reported = count(usage.completion_tokens)
  const input = recordOf(usage.prompt_tokens_details)
  const output = recordOf(usage.completion_tokens_details)
  const reasoning = count(output.reasoning_tokens)
  // xAI excludes reasoning from the completion count; only the total includes it.
  const isReasoningApart = reasoning > 0 && usage.total_tokens === prompt + reported + reasoning
  const completion = isReasoningApart ? reported + reasoning : reported
  if (prompt === 0 && completion === 0) return null
  const cacheRead = count(input.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens)
  const cacheWrite = count(input.cache_write_tokens ?? input.cache_creation_input_tokens)
  const audioIn = count(input.audio_tokens)
  const imageIn = count(input.image_tokens)
  const audioOut = count(output.audio_tokens)
  const imageOut = count(output.image_tokens)
  return {
    ...noUsage,
    inputText: prompt - cacheRead - cacheWrite - audioIn - imageIn,
    inputAudio: audioIn,
    inputImage: imageIn,
    cacheReadText: cacheRead,
    cacheWrite5m: cacheWrite,
    outputText: completion - audioOut - imageOut,
    outputAudio: audioOut,
    outputImage: imageOut,
    reasoning,
  }
}
