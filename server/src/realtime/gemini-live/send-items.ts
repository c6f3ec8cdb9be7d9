import type { JsonRecord } from '@sluice/contract/read-json'
import type { LiveConnection } from './live-connection.ts'
import type { LiveItem, LivePart } from './read-item.ts'

export const pcm = 'audio/pcm;rate=24000'

type LiveMessage = Extract<LiveItem, { kind: 'message' }>
type LiveOutput = Extract<LiveItem, { kind: 'output' }>

/** A function call, by Google's own id, which may be absent. */
export interface PendingCall {
  id: string
  name: string
  /** Google no longer wants its result. */
  isWithdrawn: boolean
}

/** `isSpeaking`: the client marks its turns itself, and has started one. */
export function sendMessages(
  connection: LiveConnection,
  messages: readonly LiveMessage[],
  { isSpeaking }: { isSpeaking: boolean },
): void {
  // Items before the first request are history; Google accepts no history later.
  const history = connection.isSetUp ? [] : messages.slice(0, -1)
  if (history.length > 0) connection.send({ clientContent: { turns: buildTurns(history), turnComplete: true } }, true)
  const parts = messages.slice(history.length).flatMap((message) => message.parts)
  if (parts.length > 0) sendParts(connection, parts, { isSpeaking })
}

function sendParts(
  connection: LiveConnection,
  parts: readonly LivePart[],
  { isSpeaking }: { isSpeaking: boolean },
): void {
  const { detection } = connection.config
  const isMarked = detection === null && !isSpeaking
  const sendInput = (realtimeInput: JsonRecord) => connection.send({ realtimeInput })
  if (isMarked) sendInput({ activityStart: {} })
  for (const part of parts) {
    if (part.kind === 'image') sendInput({ video: { mimeType: part.mimeType, data: part.data } })
    if (part.kind === 'audio') sendInput({ audio: { mimeType: pcm, data: part.data } })
  }
  const texts = parts.flatMap((part) => (part.kind === 'text' && part.text !== '' ? [part.text] : []))
  if (texts.length > 0) sendInput({ text: texts.join('\n\n') })
  else if (detection) sendInput({ audioStreamEnd: true })
  if (isMarked) sendInput({ activityEnd: {} })
}

/** Sends the results of `calls`, by the client's ids, and removes these from them. */
export function sendOutputs(
  connection: LiveConnection,
  outputs: readonly LiveOutput[],
  calls: Map<string, PendingCall>,
): void {
  const functionResponses = outputs.flatMap(({ callId, response: result }) => {
    const call = calls.get(callId)
    calls.delete(callId)
    if (!call || call.isWithdrawn) return []
    return [{ ...(call.id !== '' && { id: call.id }), name: call.name, response: result }]
  })
  if (functionResponses.length > 0) connection.send({ toolResponse: { functionResponses } })
}

const buildTurns = (messages: readonly LiveMessage[]): JsonRecord[] =>
  messages.map(({ role, parts }) => ({
    role: role === 'assistant' ? 'model' : 'user',
    parts: parts.map((part) =>
      part.kind === 'text'
        ? { text: part.text }
        : { inlineData: { mimeType: part.kind === 'audio' ? pcm : part.mimeType, data: part.data } },
    ),
  }))
