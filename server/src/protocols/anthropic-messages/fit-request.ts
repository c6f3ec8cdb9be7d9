import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Message } from '../../core/chat/content.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { buildBlock } from './build-content.ts'

/**
 * The request as the model takes it. With a budget the API refuses to go on thinking in a tool loop whose call came
 * without its thinking, where formats that carry no signatures lead: such a loop ends unthinking.
 */
export function fitAnthropicRequest(request: ChatRequest, rules: ModelRules): ChatRequest {
  const spoken = { ...request, messages: withoutSilentEnd(request.messages) }
  const fitted = applyModelRules(spoken, rules)
  if (fitted.thinking?.kind !== 'budget' || !isLoopWithoutThinking(spoken.messages)) return fitted
  const { thinking: _, ...unthinking } = spoken
  return applyModelRules(unthinking, rules)
}

/** Who has the last word is seen from what arrives. */
function withoutSilentEnd(messages: Message[]): Message[] {
  const last = messages.findLastIndex(({ role, parts }) =>
    parts.some((part) => buildBlock(part, role === 'assistant' ? 'assistant' : 'user') !== null),
  )
  return messages.slice(0, last + 1)
}

function isLoopWithoutThinking(messages: readonly Message[]): boolean {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant')
  const hasResults = messages
    .slice(answered + 1)
    .some(({ parts }) => parts.some((part) => part.kind === 'tool_result'))
  if (answered < 0 || !hasResults) return false
  // Neighbouring messages of the assistant become one turn.
  const before = messages.findLastIndex(({ role }, index) => index < answered && role !== 'assistant')
  const turn = messages.slice(before + 1, answered + 1).flatMap(({ parts }) => parts)
  const first = turn.map((part) => buildBlock(part, 'assistant')).find((block) => block !== null)
  return first?.type !== 'thinking' && first?.type !== 'redacted_thinking'
}
