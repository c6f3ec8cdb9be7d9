import type { Message, Part, ToolResultPart } from '../core/chat/content.ts'

/** The label above each turn of a conversation written as one text. */
const labels: Record<Message['role'], string> = { system: 'SYSTEM', user: 'USER', assistant: 'ASSISTANT' }

/**
 * A conversation as one text, for providers that take a single question: each turn under its role, the last turn last.
 * A single turn has no label.
 */
export function transcriptOf(messages: readonly Message[]): string {
  const turns = messages
    .map(({ role, parts }) => ({ label: labels[role], text: wordsOf(parts) }))
    .filter(({ text }) => text !== '')
  const [only] = turns
  if (turns.length === 1 && only) return only.text
  return turns.map(({ label, text }) => `${label}:\n${text}`).join('\n\n')
}

/** The text of `parts`: texts, tool calls and tool results. */
export const wordsOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => {
      if (part.kind === 'text' || part.kind === 'refusal') return [part.text]
      if (part.kind === 'file' && part.source.kind === 'text') return [part.source.text]
      if (part.kind === 'tool_call') return [`${part.name}(${part.arguments})`]
      return part.kind === 'tool_result' ? [resultWordsOf(part)] : []
    })
    .filter((text) => text !== '')
    .join('\n')

/** The text of a tool result, for formats without a field for an error. */
export const resultWordsOf = ({ content, isError }: Pick<ToolResultPart, 'content' | 'isError'>): string =>
  isError ? `Error: ${wordsOf(content)}` : wordsOf(content)

/** Merges consecutive messages of one role, for providers that require alternating turns. */
export function joinTurns(messages: readonly Message[]): Message[] {
  const joined: Message[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role) joined.splice(-1, 1, { ...last, parts: [...last.parts, ...message.parts] })
    else joined.push(message)
  }
  return joined
}
