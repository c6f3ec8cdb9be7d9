import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Message } from '../../core/chat/content.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { buildBlock } from './build-content.ts'

/**
 * The request adapted to the model. With a budget the API refuses a tool loop whose call has no thinking before it, as
 * after formats without signatures: such a loop continues without thinking.
 */
export function fitAnthropicRequest(request: ChatRequest, rules: ModelRules): ChatRequest {
  const sent = { ...request, messages: withoutEmptyEnd(request.messages) }
  const fitted = applyModelRules(sent, rules)
  if (fitted.thinking?.kind !== 'budget' || !isLoopWithoutThinking(sent.messages)) return fitted
  const { thinking: _, ...unthinking } = sent
  return applyModelRules(unthinking, rules)
}

/** Omits trailing messages of which nothing is sent: rules depend on the role of the last message that the API gets. */
function withoutEmptyEnd(messages: Message[]): Message[] {
  const last = messages.findLastIndex(({ role, parts }) =>
    parts.some((part) => buildBlock(part, role === 'assistant' ? 'assistant' : 'user') !== null),
  )
  return messages.slice(0, last + 1)
}

function isLoopWithoutThinking(messages: readonly Message[]): boolean {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant')
  const hasResults = messages.slice(answered + 1).some(({ parts }) => parts.some((part) => part.kind === 'tool_result'))
  if (answered < 0 || !hasResults) return false
  // Consecutive messages of the assistant become one turn.
  const before = messages.findLastIndex(({ role }, index) => index < answered && role !== 'assistant')
  const turn = messages.slice(before + 1, answered + 1).flatMap(({ parts }) => parts)
  const first = turn.map((part) => buildBlock(part, 'assistant')).find((block) => block !== null)
  return first?.type !== 'thinking' && first?.type !== 'redacted_thinking'
}
