import { isRecord, type JsonRecord, listOf, recordOf, textOf } from '@sluice/contract/read-json'
import { invalidRequest } from '../../core/invalid-request.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { readPlainRecord } from '../../core/json/read-record.ts'
import { type JsonScan, scanJson } from '../../core/json/scan-json.ts'
import { textLengthAfter } from './parse-event.ts'

/** A session update that a client requests. */
export interface SessionChange {
  event: JsonRecord
  /** The model of the session; null = the event has none. */
  model: string | null
  /** The model that transcribes the client's speech. */
  transcriber: string | null
  /** The type of the session; null = the event has none. */
  type: string | null
}

/** The longest configuration of a session, which is written again. Models read far less. */
const sessionMax = 1_048_576

/**
 * The change of the session that an event requests; null for another event. 'unreadable' if two parsers could read
 * different events: text that is not a JSON object, or has a duplicate field. `scan`: that of the message. Throws
 * GatewayError for a configuration that is too long.
 */
export function parseSessionChange(
  message: string,
  scan: JsonScan = scanJson(new TextEncoder().encode(message)),
): SessionChange | 'unreadable' | null {
  if (!scan.ok) return 'unreadable'
  const event = parseExactRecord(message)
  if (event === null) return 'unreadable'
  if (event.type !== 'session.update' && event.type !== 'transcription_session.update') return null
  if (message.length > sessionMax) throw invalidRequest('fieldTooLong', { key: 'session', max: sessionMax })
  const session = recordOf(event.session)
  const input = recordOf(recordOf(session.audio).input)
  const transcriber = recordOf(input.transcription ?? session.input_audio_transcription).model
  return {
    event,
    model: typeof session.model === 'string' ? session.model : null,
    transcriber: typeof transcriber === 'string' ? transcriber : null,
    type: typeof session.type === 'string' ? session.type : null,
  }
}

/** The event as text, optionally with another model of its session. Duplicate nested fields become one. */
export const buildSessionChange = (event: JsonRecord, model: string | null): string =>
  JSON.stringify(model === null ? event : { ...event, session: { ...recordOf(event.session), model } })

/** The event as text, with another model that transcribes, where it names one. */
export function buildTranscriberChange(event: JsonRecord, model: string): string {
  const session = recordOf(event.session)
  const audio = recordOf(session.audio)
  const input = recordOf(audio.input)
  const named = (transcription: JsonRecord) => ({ ...transcription, model })
  const changed = isRecord(input.transcription)
    ? { ...session, audio: { ...audio, input: { ...input, transcription: named(input.transcription) } } }
    : isRecord(session.input_audio_transcription)
      ? { ...session, input_audio_transcription: named(session.input_audio_transcription) }
      : session
  return JSON.stringify({ ...event, session: changed })
}

/** What an event of the client adds to the input of the model. */
export type ClientInput =
  | { kind: 'sound'; base64Length: number }
  | { kind: 'cleared' }
  /** `prompt` has what changes, in the form in which prompts are counted. */
  | { kind: 'session'; prompt: JsonRecord }
  | { kind: 'item'; id: string | null; prompt: JsonRecord; base64Length: number }
  | { kind: 'deleted'; id: string }
  | { kind: 'other' }

const others: ClientInput = { kind: 'other' }
/** Far larger than the fields before the audio of an event. */
const fieldsLength = 300

/** Audio is not parsed: its length is enough. */
export function parseClientInput(message: string): ClientInput {
  if (/"type"\s*:\s*"input_audio_buffer\.append"/.test(message.slice(0, fieldsLength)))
    return { kind: 'sound', base64Length: textLengthAfter(message, '"audio"') }
  const event = readPlainRecord(message) ?? {}
  switch (event.type) {
    case 'input_audio_buffer.append':
      return { kind: 'sound', base64Length: textOf(event.audio).length }
    case 'input_audio_buffer.clear':
      return { kind: 'cleared' }
    case 'session.update': {
      const { instructions, tools } = recordOf(event.session)
      const prompt: JsonRecord = {}
      if (instructions !== undefined) prompt.instructions = instructions
      if (tools !== undefined) prompt.tools = tools
      return { kind: 'session', prompt }
    }
    case 'conversation.item.create':
      return itemInput(recordOf(event.item))
    case 'conversation.item.delete':
      return { kind: 'deleted', id: textOf(event.item_id) }
    default:
      return others
  }
}

function itemInput(item: JsonRecord): ClientInput {
  const parts = listOf(item.content).map(recordOf)
  const content = parts.filter((part) => part.type !== 'input_audio' && part.type !== 'output_audio')
  const said = typeof item.role === 'string' ? [{ role: item.role, content }] : []
  return {
    kind: 'item',
    id: textOf(item.id) || null,
    prompt: { input: [...said, textOf(item.name), textOf(item.arguments), textOf(item.output)] },
    base64Length: parts.reduce((sum, part) => sum + textOf(part.audio).length, 0),
  }
}
