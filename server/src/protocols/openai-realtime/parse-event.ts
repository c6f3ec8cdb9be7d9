import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { readPlainRecord } from '../../core/json/read-record.ts'
import {
  buildReport,
  CountReader,
  type ReportedUsage,
  reconcileSides,
  secondsOf,
} from '../../core/usage/usage-report.ts'

/** What the gateway reads of an event of the upstream. */
export type RealtimeEvent =
  /** The current session. `bytesPerSecond` of its output audio, `heardBytesPerSecond` of its input audio. */
  | { kind: 'session'; bytesPerSecond: number; heardBytesPerSecond: number; transcriber: string | null }
  /** Detected speech of the client began or ended at this time of its audio. */
  | { kind: 'speech'; isEnd: boolean; atMs: number }
  /** The client's audio became a part of the conversation. */
  | { kind: 'committed' }
  /** A response is complete. `usage` is null if the upstream reports none. */
  | { kind: 'response_done'; usage: ReportedUsage | null; isAnswered: boolean }
  /** A separate model transcribed the client's speech. Either tokens or seconds are reported. */
  | { kind: 'transcribed'; usage: ReportedUsage | null; seconds: number | null; text: string }
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
  const event = readPlainRecord(message) ?? {}
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
      return transcribedEvent(recordOf(event.usage), textOf(event.transcript))
    case 'input_audio_buffer.speech_started':
      return { kind: 'speech', isEnd: false, atMs: millisecondsOf(event.audio_start_ms) }
    case 'input_audio_buffer.speech_stopped':
      return { kind: 'speech', isEnd: true, atMs: millisecondsOf(event.audio_end_ms) }
    case 'input_audio_buffer.committed':
      return { kind: 'committed' }
    default:
      return other
  }
}

const deltaLength = (message: string): number => textLengthAfter(message, '"delta"')

/** The length of the text of a field in an event's JSON, which is not parsed; 0 if it has none. */
export function textLengthAfter(message: string, quotedName: string): number {
  const start = message.indexOf(quotedName)
  const open = message.indexOf('"', message.indexOf(':', start))
  const end = message.indexOf('"', open + 1)
  return start < 0 || end < 0 ? 0 : end - open - 1
}

const millisecondsOf = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0)

function sessionEvent(session: JsonRecord): RealtimeEvent {
  const audio = recordOf(session.audio)
  const [input, output] = [recordOf(audio.input), recordOf(audio.output)]
  const transcription = recordOf(input.transcription ?? session.input_audio_transcription)
  return {
    kind: 'session',
    bytesPerSecond: rateOf(recordOf(output.format).type ?? session.output_audio_format),
    heardBytesPerSecond: rateOf(recordOf(input.format).type ?? session.input_audio_format),
    transcriber: textOf(transcription.model) || null,
  }
}

function rateOf(format: unknown): number {
  const isPcm = format === undefined || format === null || String(format).includes('pcm16') || format === 'audio/pcm'
  return isPcm ? pcmBytesPerSecond : g711BytesPerSecond
}

const responseEvent = ({ usage, status, output }: JsonRecord): RealtimeEvent => ({
  kind: 'response_done',
  usage: parseRealtimeUsage(usage),
  isAnswered: status !== 'failed' && Array.isArray(output) && output.length > 0,
})

function transcribedEvent(wire: JsonRecord, text: string): RealtimeEvent {
  const usage = parseRealtimeUsage(wire)
  return { kind: 'transcribed', usage, seconds: usage ? null : secondsOf(wire.seconds), text }
}

/** `usage` of a response as disjoint parts; null when it reports no tokens. Its input counts include cached tokens. */
export function parseRealtimeUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const input = recordOf(usage.input_token_details ?? usage.input_tokens_details)
  const output = recordOf(usage.output_token_details ?? usage.output_tokens_details)
  const read = recordOf(input.cached_tokens_details)
  const reader = new CountReader()
  const cacheReadAudio = reader.tokens(read.audio_tokens) ?? 0
  const cacheReadImage = reader.tokens(read.image_tokens) ?? 0
  const cached = Math.max(reader.tokens(input.cached_tokens) ?? 0, cacheReadAudio + cacheReadImage)
  const sides = reconcileSides({
    input: reader.tokens(usage.input_tokens),
    output: reader.tokens(usage.output_tokens),
    total: reader.tokens(usage.total_tokens),
    cached,
  })
  return buildReport({
    ...sides,
    parts: {
      inputAudio: Math.max(0, (reader.tokens(input.audio_tokens) ?? 0) - cacheReadAudio),
      inputImage: Math.max(0, (reader.tokens(input.image_tokens) ?? 0) - cacheReadImage),
      cacheReadText: cached - cacheReadAudio - cacheReadImage,
      cacheReadAudio,
      cacheReadImage,
      outputAudio: reader.tokens(output.audio_tokens) ?? 0,
    },
    isDoubtful: reader.isDoubtful || sides.isDoubtful,
  })
}
