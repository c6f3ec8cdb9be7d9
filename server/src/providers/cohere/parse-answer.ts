import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Citation, Part, ToolCallPart } from '../../core/chat/content.ts'
import { createUnreadAnswerParts, type UnreadAnswerParts } from '../../core/chat/unread-fields.ts'
import type { OwnError } from '../own-wire.ts'
import { parseCohereUsage } from './parse-usage.ts'

/** A whole answer of `/v2/chat`. The model's plan for its tool calls becomes reasoning. */
export function parseCohereAnswer(body: JsonRecord, newId: () => string): ChatResponse {
  const message = recordOf(body.message)
  const plan = textOf(message.tool_plan)
  const unread = createUnreadAnswerParts()
  const parts: Part[] = [
    ...(plan === '' ? [] : [{ kind: 'reasoning', text: plan } as const]),
    ...parseContent(message.content, unread),
    ...recordsOf(message.tool_calls).map((call) => parseCall(call, newId)),
  ]
  const textPart = parts.find((part) => part.kind === 'text')
  const citations = recordsOf(message.citations).flatMap(parseCitation)
  if (textPart && citations.length > 0) textPart.citations = citations
  return {
    id: textOf(body.id) || newId(),
    model: '',
    createdAt: 0,
    choices: body.message === undefined ? [] : [{ index: 0, parts, finishReason: mapFinishReason(body.finish_reason) }],
    usage: parseCohereUsage(body.usage),
    ...unread.field(),
  }
}

function parseContent(content: unknown, unread: UnreadAnswerParts): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return recordsOf(content).flatMap((part): Part[] => {
    const [text, thinking] = [textOf(part.text), textOf(part.thinking)]
    if (thinking !== '') return [{ kind: 'reasoning', text: thinking }]
    if (text === '' && part.type !== 'text' && part.type !== 'thinking') unread.note(part.type)
    return text === '' ? [] : [{ kind: 'text', text }]
  })
}

function parseCall(call: JsonRecord, newId: () => string): ToolCallPart {
  const called = recordOf(call.function)
  return {
    kind: 'tool_call',
    id: textOf(call.id) || newId(),
    name: textOf(called.name),
    arguments: argumentsOf(textOf(called.arguments)),
  }
}

/** The arguments of a call without any are empty or `null`. */
const argumentsOf = (text: string): string => (text.trim() === '' || text.trim() === 'null' ? '{}' : text)

/** Citations of documents that have a title or a URL. */
export function parseCitation({ text, sources }: JsonRecord): Citation[] {
  const [document] = recordsOf(sources).map((source) => recordOf(source.document))
  const url = textOf(document?.url)
  const title = textOf(document?.title)
  if (url === '' && title === '') return []
  const citedText = textOf(text)
  return [{ ...(url && { url }), ...(title && { title }), ...(citedText && { citedText }) }]
}

/** The error of an answer that the model could not finish; null for a finished answer. */
export function faultOf(finishReason: unknown): OwnError | null {
  if (finishReason === 'TIMEOUT') return { message: 'The model ran out of time.', code: 504 }
  return finishReason === 'ERROR' ? { message: 'The model failed.' } : null
}

const reasons = tableOf<FinishReason>({
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop_sequence',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool_calls',
})

export function mapFinishReason(wire: unknown): FinishReason {
  const name = textOf(wire)
  return reasons[name] ?? 'stop'
}
