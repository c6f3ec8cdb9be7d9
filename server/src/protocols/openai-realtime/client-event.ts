import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { scanJson } from '../../core/json/scan-json.ts'

/** A session update that a client requests. */
export interface SessionChange {
  event: JsonRecord
  /** The model of the session; null = the event has none. */
  model: string | null
  /** The model that transcribes the client's speech. */
  transcriber: string | null
}

/**
 * The change of the session that an event requests; null for another event. 'unreadable' if two parsers could read
 * different events: text that is not a JSON object, or has a duplicate field.
 */
export function parseSessionChange(message: string): SessionChange | 'unreadable' | null {
  if (!scanJson(new TextEncoder().encode(message)).ok) return 'unreadable'
  const event = parseExactRecord(message)
  if (event === null) return 'unreadable'
  if (event.type !== 'session.update' && event.type !== 'transcription_session.update') return null
  const session = recordOf(event.session)
  const input = recordOf(recordOf(session.audio).input)
  const transcriber = recordOf(input.transcription ?? session.input_audio_transcription).model
  return {
    event,
    model: typeof session.model === 'string' ? session.model : null,
    transcriber: typeof transcriber === 'string' ? transcriber : null,
  }
}

/** The event as text, optionally with another model of its session. Duplicate nested fields become one. */
export const buildSessionChange = (event: JsonRecord, model: string | null): string =>
  JSON.stringify(model === null ? event : { ...event, session: { ...recordOf(event.session), model } })
