import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatEvent, ChatResponse, ChatStreamParser, FinishReason } from '../core/chat/chat-response.ts'
import type { Citation, Part } from '../core/chat/content.ts'
import { parseExactRecord } from '../core/json/exact-json.ts'
import type { ReportedUsage } from '../core/usage/usage-report.ts'
import type { OwnError, OwnWire } from './own-wire.ts'

/** What one body says: a whole answer, or one message of a stream. A body without any of it says nothing. */
export interface Reply {
  /** '' or absent = the gateway makes one. */
  id?: string
  /** Seconds. */
  createdAt?: number
  thought?: string
  /** '' = an answer without text so far; absent = no answer. */
  text?: string
  citations?: readonly Citation[]
  calls?: readonly ReplyCall[]
  /** The part of the answer that is open ends here. */
  endsPart?: boolean
  usage?: ReportedUsage | null
  /** Absent = `stop`, or `tool_calls` after a call; null = unfinished. */
  finish?: FinishReason | null
  /** The answer is finished; absent = with the last message. */
  isFinished?: boolean
  /** The last message of its stream. */
  isLast?: boolean
  /** The call failed. In a stream nothing else of the message is read, and nothing follows. */
  error?: OwnError | null
}

interface ReplyCall {
  id?: string
  name: string
  /** JSON text; '' = none. */
  arguments: string
  /** In a stream: the number of a call that comes in several messages. Absent = the call is whole. */
  index?: number
}

type ReadReply = (body: JsonRecord) => Reply

interface ReplyFormat {
  /** Reads a whole answer; also the messages of a stream, if they have its form. */
  read: ReadReply
  /** Makes the reader of one stream whose messages have another form, or depend on each other. */
  createStreamReader?: () => ReadReply
  /** The body in the data of a frame; null = none. Absent = the data is a JSON object. */
  bodyOf?(data: string): JsonRecord | null
}

/** Reads whole answers, streams, usage and errors of a format by what each body says. */
export const createReplyReader = (
  format: ReplyFormat,
): Pick<OwnWire, 'parseAnswer' | 'createStreamParser' | 'parseUsage' | 'errorIn'> => ({
  parseAnswer: (body, newId) => buildResponse(format.read(body), newId),
  createStreamParser: (newId) =>
    createReplyStreamParser(newId, format.createStreamReader?.() ?? format.read, format.bodyOf),
  parseUsage: (body) => format.read(body).usage ?? null,
  errorIn: (body) => format.read(body).error ?? null,
})

function buildResponse(reply: Reply, newId: () => string): ChatResponse {
  const { id, createdAt = 0, thought = '', text, calls = [], usage = null } = reply
  const parts: Part[] = []
  if (thought !== '') parts.push({ kind: 'reasoning', text: thought })
  if (text) parts.push({ kind: 'text', text })
  for (const call of calls)
    parts.push({
      kind: 'tool_call',
      id: call.id || newId(),
      name: call.name,
      arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
    })
  const isAnswer = text !== undefined || parts.length > 0
  return {
    id: id || newId(),
    model: '',
    createdAt,
    usage,
    choices: isAnswer ? [{ index: 0, parts, finishReason: finishOf(reply, calls.length > 0) }] : [],
  }
}

const finishOf = ({ finish }: Reply, hasCalls: boolean): FinishReason | null =>
  finish === undefined ? (hasCalls ? 'tool_calls' : 'stop') : finish

/**
 * Reads the messages of one stream. After the last one or an error no more are read. An answer with its finish reason
 * is complete, also where the last message, which has the usage, does not follow.
 */
export function createReplyStreamParser(
  newId: () => string,
  read: ReadReply,
  bodyOf: (data: string) => JsonRecord | null = parseExactRecord,
): ChatStreamParser {
  let isStarted = false
  let isFinished = false
  let isOver = false
  let hasFailed = false
  let calls = 0
  /** Index of a call on the wire → its number here. */
  const numbers = new Map<number, number>()

  return {
    push(data) {
      const body = isOver ? null : bodyOf(data)
      return body ? write(read(body)) : []
    },
    isComplete: () => isFinished && !hasFailed,
  }

  function write(reply: Reply): ChatEvent[] {
    if (reply.error) {
      isOver = true
      hasFailed = true
      return [buildErrorEvent(reply.error)]
    }
    const events = writeContent(reply)
    if (reply.usage) events.push({ kind: 'usage', usage: reply.usage })
    finish(reply, events)
    if (!isStarted && (reply.text !== undefined || events.length > 0)) {
      isStarted = true
      const { id, createdAt = 0 } = reply
      events.unshift({ kind: 'start', id: id || newId(), model: '', createdAt, usage: null })
    }
    return events
  }

  function writeContent({ thought = '', text = '', citations = [], calls: called = [], endsPart }: Reply) {
    const events: ChatEvent[] = []
    if (thought !== '') events.push({ kind: 'reasoning', choice: 0, text: thought })
    if (text !== '') events.push({ kind: 'text', choice: 0, text })
    for (const citation of citations) events.push({ kind: 'citation', choice: 0, citation })
    for (const call of called) writeCall(call, events)
    if (endsPart) events.push({ kind: 'part_end', choice: 0 })
    return events
  }

  function writeCall({ id, name, arguments: text, index }: ReplyCall, events: ChatEvent[]): void {
    const known = index === undefined ? undefined : numbers.get(index)
    const call = known ?? calls++
    if (index !== undefined) numbers.set(index, call)
    if (known === undefined) events.push({ kind: 'tool_start', choice: 0, call, id: id || newId(), name })
    const given = index === undefined && text.trim() === '' ? '{}' : text
    if (given !== '') events.push({ kind: 'tool_arguments', choice: 0, call, text: given })
    if (index === undefined) events.push({ kind: 'part_end', choice: 0 })
  }

  function finish(reply: Reply, events: ChatEvent[]): void {
    const reason = finishOf(reply, calls > 0) ?? 'stop'
    if ((reply.isFinished || reply.isLast) && !isFinished) events.push({ kind: 'finish', choice: 0, reason })
    isFinished ||= Boolean(reply.isFinished || reply.isLast)
    if (!reply.isLast) return
    isOver = true
    events.push({ kind: 'end' })
  }
}

const buildErrorEvent = ({ message, type = 'upstream_error', code }: OwnError): ChatEvent => ({
  kind: 'error',
  error: { message, type, code: code ? String(code) : null },
})
