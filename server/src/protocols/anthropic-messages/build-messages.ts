import type { Message } from '../../core/chat/content.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { buildBlock } from './build-content.ts'
import type { RequestBlock } from './wire.ts'

export interface Turn {
  role: 'user' | 'assistant' | 'system'
  content: RequestBlock[]
}

export interface Conversation {
  /** Blocks of the system prompt: the leading system messages. */
  system: RequestBlock[]
  turns: Turn[]
}

/**
 * Messages as turns that the API accepts: the user begins, consecutive messages of one role are merged, tool results
 * come first in their turn. Appending messages only appends turns: cached prefixes and signatures depend on it.
 */
export function buildConversation(
  messages: readonly Message[],
  rules: Pick<ModelRules, 'takesSystemTurns'>,
): Conversation {
  const first = messages.findIndex((message) => message.role !== 'system')
  const opening = first < 0 ? messages : messages.slice(0, first)
  const turns: Turn[] = []
  for (const message of messages.slice(opening.length)) addMessage(turns, message, rules)
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: [{ type: 'text', text: '...' }] })
  for (const turn of turns) if (turn.role === 'user') turn.content = resultsFirst(turn.content)
  return { system: opening.flatMap((message) => blocksOf(message, 'user')), turns }
}

function addMessage(turns: Turn[], message: Message, rules: Pick<ModelRules, 'takesSystemTurns'>): void {
  const previous = turns.at(-1)
  const role = roleOf(message, previous, rules)
  const content = blocksOf(message, role === 'assistant' ? 'assistant' : 'user')
  if (content.length === 0) return
  if (previous?.role === role) previous.content.push(...content)
  else turns.push({ role, content })
}

/** A system message after a user turn is legal on some models; for others it becomes text of the user. */
function roleOf(
  message: Message,
  previous: Turn | undefined,
  rules: Pick<ModelRules, 'takesSystemTurns'>,
): Turn['role'] {
  if (message.role !== 'system') return message.role
  const isAfterUser = previous?.role === 'user' || previous?.role === 'system'
  return rules.takesSystemTurns && isAfterUser ? 'system' : 'user'
}

const blocksOf = (message: Message, role: 'user' | 'assistant'): RequestBlock[] =>
  message.parts.map((part) => buildBlock(part, role)).filter((block) => block !== null)

const isResult = (block: RequestBlock): boolean => block.type === 'tool_result'

const resultsFirst = (blocks: RequestBlock[]): RequestBlock[] => [
  ...blocks.filter(isResult),
  ...blocks.filter((block) => !isResult(block)),
]

/** Trailing white space in a last assistant text is refused. */
export function trimPrefill(turns: Turn[]): void {
  const last = turns.at(-1)
  if (last?.role !== 'assistant') return
  const block = last.content.at(-1)
  if (block?.type !== 'text') return
  block.text = String(block.text).trimEnd()
  if (block.text === '') last.content.pop()
  if (last.content.length === 0) turns.pop()
}
