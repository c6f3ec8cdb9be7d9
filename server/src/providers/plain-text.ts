import type { Message, Part } from '../core/chat/content.ts'

/** Roles as they stand above a turn of a conversation that is written as one text. */
const labels: Record<Message['role'], string> = { system: 'SYSTEM', user: 'USER', assistant: 'ASSISTANT' }

/**
 * A conversation as one text, for providers that take a single question: the turns under their roles, the last one last.
 * A single turn of the user stands by itself.
 */
export function transcriptOf(messages: readonly Message[]): string {
  const turns = messages
    .map(({ role, parts }) => ({ label: labels[role], text: wordsOf(parts) }))
    .filter(({ text }) => text !== '')
  const [only] = turns
  if (turns.length === 1 && only) return only.text
  return turns.map(({ label, text }) => `${label}:\n${text}`).join('\n\n')
}

/** What is said in `parts`: texts, calls of tools, and their results. */
export const wordsOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => {
      if (part.kind === 'text' || part.kind === 'refusal') return [part.text]
      if (part.kind === 'file' && part.source.kind === 'text') return [part.source.text]
      if (part.kind === 'tool_call') return [`${part.name}(${part.arguments})`]
      return part.kind === 'tool_result' ? [wordsOf(part.content)] : []
    })
    .filter((text) => text !== '')
    .join('\n')

/** Neighbouring messages of one role as one, for providers that want turns in change. */
export function joinTurns(messages: readonly Message[]): Message[] {
  const joined: Message[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role)
      joined.splice(-1, 1, { ...last, parts: [...last.parts, ...message.parts] })
    else joined.push(message)
  }
  return joined
}
