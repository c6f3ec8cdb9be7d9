import { type JsonRecord, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { noUsage, type Usage } from '../../core/usage/usage.ts'

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** What the gateway reads of an event of the upstream. */
export type RealtimeEvent =
  /** The current session. `bytesPerSecond` of its output audio. */
  | { kind: 'session'; bytesPerSecond: number; transcriber: string | null }
  /** A response is complete. `usage` is null if the upstream reports none. */
  | { kind: 'response_done'; usage: Usage | null; isAnswered: boolean }
  /** A separate model transcribed the client's speech. Either tokens or seconds are reported. */
  | { kind: 'transcribed'; usage: Usage | null; seconds: number | null }
  | { kind: 'audio'; base64Length: number }
  | { kind: 'text'; text: string }
  | { kind: 'other' }

const other: RealtimeEvent = { kind: 'other' }

/** Default audio of a session: 24 000 samples of 16 bits a second. */
export const pcmBytesPerSecond = 48_000
const g711BytesPerSecond = 8_000

/** The beta has today's names without `output_`. */
const audioDeltas = new Set(['response.output_audio.delta', 'response.audio.delta'])
const textDeltas = new Set([
  'response.output_text.delta',
  'response.text.delta',
  'response.output_audio_transcript.delta',
  'response.audio_transcript.delta',
  'response.function_call_arguments.delta',
])
/** Far larger than the fields around the audio of an event. */
const fieldsLength = 300

/**
 * Reads an event of OpenAI's Realtime API. Audio is not parsed: its length is enough. Text that is not an event is
 * `other`. https://platform.openai.com/docs/api-reference/realtime-server-events, as known on 2026-11-22
 */
export function parseRealtimeEvent(message: string): RealtimeEvent {
  const named = /"type"\s*:\s*"([\w.]+)"/.exec(message.slice(0, fieldsLength))?.[1] ?? ''
  if (audioDeltas.has(named)) return { kind: 'audio', base64Length: deltaLength(message) }
  const isText = textDeltas.has(named)
  if (named.endsWith('.delta') && !isText) return other
  const event = parseRecord(message) ?? {}
  if (isText) return { kind: 'text', text: textOf(event.delta) }
  switch (event.type) {
    case 'session.created':
    case 'session.updated':
    case 'transcription_session.created':
    case 'transcription_session.updated':
      return sessionEvent(recordOf(event.session))
    case 'response.done':
      return responseEvent(recordOf(event.response))
    case 'conversation.item.input_audio_transcription.completed':
      return transcribedEvent(recordOf(event.usage))
    default:
      return other
  }
}

function deltaLength(message: string): number {
  const start = message.indexOf('"delta"')
  const open = message.indexOf('"', message.indexOf(':', start))
  const end = message.indexOf('"', open + 1)
  return start < 0 || end < 0 ? 0 : end - open - 1
}

function sessionEvent(session: JsonRecord): RealtimeEvent {
  const audio = recordOf(session.audio)
  const format = recordOf(recordOf(audio.output).format).type ?? session.output_audio_format
  const isPcm = format === undefined || format === null || String(format).includes('pcm16') || format === 'audio/pcm'
  const transcription = recordOf(recordOf(audio.input).transcription ?? session.input_audio_transcription)
  return {
    kind: 'session',
    bytesPerSecond: isPcm ? pcmBytesPerSecond : g711BytesPerSecond,
    transcriber: textOf(transcription.model) || null,
  }
}

const responseEvent = ({ usage, status, output }: JsonRecord): RealtimeEvent => ({
  kind: 'response_done',
  usage: usage === undefined || usage === null ? null : parseRealtimeUsage(usage),
  isAnswered: status !== 'failed' && Array.isArray(output) && output.length > 0,
})

function transcribedEvent(usage: JsonRecord): RealtimeEvent {
  if (usage.type === 'duration') return { kind: 'transcribed', usage: null, seconds: count(usage.seconds) }
  const isReported = typeof usage.input_tokens === 'number'
  return { kind: 'transcribed', usage: isReported ? parseRealtimeUsage(usage) : null, seconds: null }
}

/** `usage` of a response as disjoint parts. Its input counts include cached tokens. */
function parseRealtimeUsage(wire: unknown): Usage {
  const usage = recordOf(wire)
  const input = recordOf(usage.input_token_details)
  const output = recordOf(usage.output_token_details)
  const cached = recordOf(input.cached_tokens_details)
  const cacheReadAudio = count(cached.audio_tokens)
  const cacheReadImage = count(cached.image_tokens)
  const cacheReadText = Math.max(0, count(input.cached_tokens) - cacheReadAudio - cacheReadImage)
  const inputAudio = count(input.audio_tokens)
  const inputImage = count(input.image_tokens)
  const outputAudio = count(output.audio_tokens)
  return {
    ...noUsage,
    inputText: count(usage.input_tokens) - inputAudio - inputImage - cacheReadText,
    inputAudio: inputAudio - cacheReadAudio,
    inputImage: inputImage - cacheReadImage,
    ...{ cacheReadText, cacheReadAudio, cacheReadImage },
    outputText: count(usage.output_tokens) - outputAudio,
    outputAudio,
  }
}
