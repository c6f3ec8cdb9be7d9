import { entriesOf } from '@sluice/contract/typed-keys'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { ChatEvent, ChatResponse } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { includesText } from '../../core/json/record-in.ts'
import type { ClientFormatId, WireFormatId } from '../../protocols/wire-format-id.ts'

/**
 * Signatures of thoughts are valid only at their origin, and clients send them to the upstream that answers next. In a
 * translated answer a mark names the origin: letters that are valid base64, in whole groups of four. Formats without
 * clients have no such state.
 */
const marks: Readonly<Partial<Record<WireFormatId, string>>> = {
  openai: 'sluiceOpenai',
  responses: 'sluiceRespon',
  anthropic: 'sluiceClaude',
  gemini: 'sluiceGemini',
}
const origins = entriesOf(marks)

/**
 * Whether a body may hold state that must be changed: with a mark, or a thought with an empty signature. A false
 * positive only costs a scan of the messages.
 */
export function mayHoldForeignState(body: Uint8Array, client: ClientFormatId): boolean {
  if (client === 'anthropic' && unsigned.some((text) => includesText(body, text))) return true
  return includesText(body, 'sluice') && origins.some(([, mark]) => includesText(body, mark))
}

const unsigned = ['"signature":""', '"signature": ""']

/** An event of an upstream of the format `origin`, for a client of another format. */
export function markEvent(event: ChatEvent, origin: WireFormatId): ChatEvent {
  const mark = marks[origin] ?? ''
  if (event.kind === 'reasoning_signature') return { ...event, signature: mark + event.signature }
  if (event.kind === 'reasoning_redacted') return { ...event, data: mark + event.data }
  if (event.kind === 'tool_start' && event.signature) return { ...event, signature: mark + event.signature }
  return event
}

/** The same for a whole answer. */
export const markResponse = (response: ChatResponse, origin: WireFormatId): ChatResponse => ({
  ...response,
  choices: response.choices.map((choice) => ({
    ...choice,
    parts: choice.parts.map((part) => mapState(part, (state) => (marks[origin] ?? '') + state)),
  })),
})

/** State without its mark, for an upstream of `target`; undefined if it belongs to another format. */
export function ownState(state: string, client: ClientFormatId, target: WireFormatId): string | undefined {
  const marked = origins.find(([, mark]) => state.startsWith(mark))
  if (marked) return marked[0] === target ? state.slice(marked[1].length) : undefined
  // Clients of OpenAI's format send the origin separately; the builders check it.
  return client === 'openai' || client === target ? state : undefined
}

/** The request with only the state of upstreams of `target`. */
export const withOwnState = (request: ChatRequest, client: ClientFormatId, target: WireFormatId): ChatRequest =>
  withState(request, (state) => ownState(state, client, target))

/** The request without any state. */
export const withoutState = (request: ChatRequest): ChatRequest => withState(request, () => undefined)

const withState = (request: ChatRequest, change: (state: string) => string | undefined): ChatRequest => ({
  ...request,
  messages: request.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => mapState(part, change)).filter((part) => !isEmptied(part)),
  })),
})

/** A thought that held only state. */
const isEmptied = (part: Part): boolean =>
  part.kind === 'reasoning' && part.text === '' && !part.signature && !part.redacted

function mapState(part: Part, change: (state: string) => string | undefined): Part {
  if (part.kind !== 'reasoning' && part.kind !== 'tool_call') return part
  const { signature, ...rest } = part
  const changed = signature && change(signature)
  const plain = changed ? { ...rest, signature: changed } : rest
  if (plain.kind !== 'reasoning' || plain.redacted === undefined) return plain
  const { redacted, ...thought } = plain
  const opened = change(redacted)
  return opened === undefined ? thought : { ...thought, redacted: opened }
}
