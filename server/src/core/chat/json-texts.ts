import type { ChatRequest } from './chat-request.ts'
import type { Part, ToolResultPart } from './content.ts'

/** The JSON texts of the arguments of calls, as some formats read them: without outer blanks. */
export const argumentTexts = (parts: Iterable<Part>): string[] =>
  [...parts].flatMap((part) => (part.kind === 'tool_call' ? withTrimmed(part.arguments) : []))

export const argumentTextsOf = ({ messages }: Pick<ChatRequest, 'messages'>): string[] =>
  messages.flatMap(({ parts }) => argumentTexts(parts))

function withTrimmed(text: string): string[] {
  const trimmed = text.trim()
  return trimmed === text ? [text] : [text, trimmed]
}

/** The text of a result. */
export const resultText = ({ content }: ToolResultPart): string =>
  content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')

export const resultTextsOf = ({ messages }: Pick<ChatRequest, 'messages'>): string[] =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'tool_result' ? [resultText(part)] : [])))
