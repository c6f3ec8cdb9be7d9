import type { FinishReason } from '../../core/chat/chat-response.ts'
import type { FinishName } from './wire.ts'

/** Reasons that mean that a filter of the provider withheld the answer. */
const blockedReasons = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
])

/**
 * Google's `finishReason`. It has no value for tool calls: an answer with calls ended with them. Unknown reasons
 * (OTHER, MALFORMED_FUNCTION_CALL, future ones) are not a natural end and are reported as an error.
 * https://ai.google.dev/api/generate-content#FinishReason, read 2026-11-20
 */
export function mapGeminiFinishReason(reason: string, hasCalls: boolean): FinishReason {
  const name = reason.toUpperCase()
  if (name === 'STOP') return hasCalls ? 'tool_calls' : 'stop'
  if (name === 'MAX_TOKENS') return 'length'
  return blockedReasons.has(name) ? 'content_filter' : 'error'
}

const geminiReasons: Record<FinishReason, FinishName> = {
  stop: 'STOP',
  stop_sequence: 'STOP',
  tool_calls: 'STOP',
  pause: 'STOP',
  length: 'MAX_TOKENS',
  context_full: 'MAX_TOKENS',
  content_filter: 'SAFETY',
  refusal: 'SAFETY',
  error: 'OTHER',
}

export const mapToGeminiFinishReason = (reason: FinishReason): FinishName => geminiReasons[reason]
