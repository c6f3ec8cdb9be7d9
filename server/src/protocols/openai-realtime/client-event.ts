import { scanJson } from '../../core/json/scan-json.ts'

type Wire = Record<string, unknown>

const record = (value: unknown): Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Wire) : {}

/** A change of the session that a client requests. */
export interface SessionChange {
  event: Wire
  /** The model of the session; null = the event has none. */
  model: string | null
  /** The model that transcribes the client's speech. */
  transcriber: string | null
}

/**
 * The change of the session that an event requests; null for another event. 'unreadable' if two parsers could read
 * different events: text that is not a JSON object, or has a duplicate field.
 */
export function sessionChangeOf(message: string): SessionChange | 'unreadable' | null {
  if (!scanJson(new TextEncoder().encode(message)).ok) return 'unreadable'
  let event: Wire
  try {
    event = record(JSON.parse(message))
  } catch {
    return 'unreadable'
  }
  if (event.type !== 'session.update' && event.type !== 'transcription_session.update') return null
  const session = record(event.session)
  const input = record(record(session.audio).input)
  const transcriber = record(input.transcription ?? session.input_audio_transcription).model
  return {
    event,
    model: typeof session.model === 'string' ? session.model : null,
    transcriber: typeof transcriber === 'string' ? transcriber : null,
  }
}

/** The event as text, optionally with another model of its session. Duplicate nested fields become one. */
export const buildSessionChange = (event: Wire, model: string | null): string =>
  JSON.stringify(model === null ? event : { ...event, session: { ...record(event.session), model } })
