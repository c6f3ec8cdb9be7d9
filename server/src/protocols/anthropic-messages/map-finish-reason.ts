import { tableOf } from '@sluice/contract/table-of'
import type { FinishReason, NaturalEnd } from '../../core/chat/chat-response.ts'
import type { AnswerStop } from './wire.ts'

const reasons = tableOf<NaturalEnd>({
  end_turn: 'stop',
  stop_sequence: 'stop_sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'context_full',
  tool_use: 'tool_calls',
  refusal: 'refusal',
  pause_turn: 'pause',
  // The conversation was summarised and must be sent again.
  compaction: 'pause',
})

/**
 * `stop_reason` as a neutral reason. Some hosts report `end_turn` after a tool call, and a turn with only server tool
 * calls reports `tool_use`: the calls visible to the client decide.
 */
export function mapStopReason(wire: string, hasToolCalls: boolean): FinishReason {
  const reason = reasons[wire] ?? 'stop'
  return agreeWithCalls(reason, hasToolCalls)
}

const stopReasons: Readonly<Record<NaturalEnd, AnswerStop>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  context_full: 'model_context_window_exceeded',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
  refusal: 'refusal',
  pause: 'pause_turn',
}

/** A neutral reason as `stop_reason`, which has none for a failed answer. Null = it ended without a reason. */
export const mapFinishReason = (reason: NaturalEnd | null, hasToolCalls: boolean): AnswerStop =>
  stopReasons[agreeWithCalls(reason ?? 'stop', hasToolCalls)]

function agreeWithCalls(reason: NaturalEnd, hasToolCalls: boolean): NaturalEnd {
  if (reason === 'stop' && hasToolCalls) return 'tool_calls'
  return reason === 'tool_calls' && !hasToolCalls ? 'stop' : reason
}
