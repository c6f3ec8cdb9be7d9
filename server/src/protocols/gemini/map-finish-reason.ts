import type { FinishReason } from '../../core/chat/chat-response.ts'
import type { FinishName } from './wire.ts'

/** Reasons that mean a filter of the provider held the answer back. */
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
 * Google's `finishReason`. There is none for tool calls: an answer that stopped after making some ended with them.
 * What is unknown (OTHER, MALFORMED_FUNCTION_CALL, reasons to come) is no natural end, so it is told as a fault.
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
