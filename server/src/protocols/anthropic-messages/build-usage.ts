import { cacheReadTotal, cacheWriteTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { AnswerUsage } from './wire.ts'

/** Disjoint usage on the wire: `input_tokens` is the uncached input of all modalities. Without usage: zeros. */
export function buildAnthropicUsage(usage: Usage | null): AnswerUsage {
  if (!usage) return { input_tokens: 0, output_tokens: 0 }
  return {
    input_tokens: usage.inputText + usage.inputAudio + usage.inputImage,
    cache_creation_input_tokens: cacheWriteTotal(usage),
    cache_read_input_tokens: cacheReadTotal(usage),
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
    output_tokens: outputTotal(usage),
    ...(usage.reasoning > 0 ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {}),
  }
}
