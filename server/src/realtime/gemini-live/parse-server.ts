import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import { parseGeminiUsage } from '../../protocols/gemini/parse-usage.ts'
import { field } from '../../protocols/gemini/wire.ts'

/** The content of a message of the Live API. */
export interface ServerMessage {
  isReady: boolean
  /** Pieces of the answer, in order, without thoughts. */
  pieces: Piece[]
  calls: FunctionCall[]
  /** Calls whose results are no longer wanted. */
  cancelled: string[]
  /** The client's speech. */
  heard: string
  speech: 'started' | 'stopped' | null
  isInterrupted: boolean
  isTurnComplete: boolean
  usage: ReportedUsage | null
  /** Google will close the connection soon. */
  isLeaving: boolean
  /** The new handle of the session's state; '' = it has none at this moment; null = unchanged. */
  handle: string | null
}

type Piece = { kind: 'audio' | 'transcript' | 'text'; value: string }
interface FunctionCall {
  id: string
  name: string
  arguments: string
}

/** https://ai.google.dev/api/live, as known on 2026-11-22. Unknown messages yield no event. */
export function parseServerMessage(text: string): ServerMessage {
  const message = parseExactRecord(text) ?? {}
  const content = recordOf(field(message, 'serverContent'))
  const turn = recordOf(field(content, 'modelTurn'))
  const spoken = textOf(recordOf(field(content, 'outputTranscription')).text)
  const activity = textOf(field(recordOf(field(message, 'voiceActivity')), 'voiceActivityType'))
  return {
    isReady: isRecord(field(message, 'setupComplete')),
    pieces: [
      ...recordsOf(turn.parts).flatMap(pieceOf),
      ...(spoken === '' ? [] : [{ kind: 'transcript' as const, value: spoken }]),
    ],
    calls: recordsOf(field(recordOf(field(message, 'toolCall')), 'functionCalls')).flatMap(callOf),
    cancelled: cancelledIn(field(message, 'toolCallCancellation')),
    heard: textOf(recordOf(field(content, 'inputTranscription')).text),
    speech: activity.endsWith('START') ? 'started' : activity.endsWith('END') ? 'stopped' : null,
    isInterrupted: content.interrupted === true,
    isTurnComplete: field(content, 'turnComplete') === true,
    usage: usageOf(field(message, 'usageMetadata')),
    isLeaving: isRecord(field(message, 'goAway')),
    handle: handleIn(field(message, 'sessionResumptionUpdate')),
  }
}

function pieceOf(part: JsonRecord): Piece[] {
  if (part.thought === true) return []
  const text = textOf(part.text)
  if (text !== '') return [{ kind: 'text', value: text }]
  const inline = recordOf(field(part, 'inlineData'))
  const data = textOf(inline.data)
  const isAudio = textOf(field(inline, 'mimeType')).startsWith('audio/')
  return data !== '' && isAudio ? [{ kind: 'audio', value: data }] : []
}

function callOf(call: JsonRecord): FunctionCall[] {
  const name = textOf(call.name)
  if (name === '') return []
  return [{ id: textOf(call.id), name, arguments: JSON.stringify(recordOf(call.args)) }]
}

/** https://ai.google.dev/gemini-api/docs/live-session, as known on 2026-11-23 */
function handleIn(wire: unknown): string | null {
  if (!isRecord(wire)) return null
  return wire.resumable === true ? textOf(field(wire, 'newHandle')) : ''
}

const cancelledIn = (wire: unknown): string[] => {
  const { ids } = recordOf(wire)
  return Array.isArray(ids) ? ids.map(textOf) : []
}

/** The Live API has its own names for output counts. */
function usageOf(wire: unknown): ReportedUsage | null {
  if (!isRecord(wire)) return null
  return parseGeminiUsage({
    ...wire,
    candidatesTokenCount: field(wire, 'responseTokenCount') ?? field(wire, 'candidatesTokenCount'),
    candidatesTokensDetails: field(wire, 'responseTokensDetails') ?? field(wire, 'candidatesTokensDetails'),
  })
}
