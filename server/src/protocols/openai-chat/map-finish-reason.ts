import { tableOf } from '@sluice/contract/table-of'
import type { FinishReason, NaturalEnd } from '../../core/chat/chat-response.ts'
import type { FinishReason as FinishName } from './wire.ts'

/** The content of an answer decides when the reason alone is ambiguous. */
export interface FinishContext {
  hasToolCalls: boolean
  hasRefusal: boolean
}

const reasons = tableOf<FinishReason>({
  stop: 'stop',
  length: 'length',
  // Mistral
  model_length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  // Zhipu
  sensitive: 'content_filter',
  error: 'error',
  // DeepSeek, Zhipu, vLLM
  insufficient_system_resource: 'error',
  network_error: 'error',
  abort: 'error',
})

/** Gemini's reasons at its endpoint of this format. */
const brokenCall = /MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_RESPONSE/i

const reasonOf = (wire: string): FinishReason => reasons[wire] ?? (brokenCall.test(wire) ? 'error' : 'stop')

/** Whether a choice ended because the upstream failed. */
export const isFaultEnd = (wire: unknown): boolean =>
  typeof wire === 'string' && wire !== 'stop' && wire !== '' && reasonOf(wire) === 'error'

/** `finish_reason` of the wire; null without one. An answer with calls ends with calls; one without never does. */
export function mapOpenaiFinishReason(wire: unknown, context: FinishContext): FinishReason | null {
  if (typeof wire !== 'string' || wire === '') return null
  const reason = reasonOf(wire)
  if (reason !== 'stop' && reason !== 'tool_calls') return reason
  if (context.hasToolCalls) return 'tool_calls'
  return context.hasRefusal ? 'refusal' : 'stop'
}

/** `finish_reason` for the wire, which has none for a failed answer. */
export function mapFinishReasonToOpenai(reason: NaturalEnd, context: FinishContext): FinishName {
  switch (reason) {
    case 'stop':
    case 'stop_sequence':
    case 'pause':
    case 'tool_calls':
      return context.hasToolCalls ? 'tool_calls' : 'stop'
    case 'length':
    case 'context_full':
      return 'length'
    case 'content_filter':
      return 'content_filter'
    case 'refusal':
      // A refusal with text ends normally here; without text only this reason shows it.
      return context.hasRefusal ? 'stop' : 'content_filter'
    default:
      return reason satisfies never
  }
}
