import { makeReason, type ReasonCode, type ReasonParams } from '@sluice/contract/error-reasons'
import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { typeOfBytes } from '../../core/chat/media-source.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Transcript, TranscriptCall } from '../../core/media.ts'
import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { TranscriptAnswer, TranscriptEvent, TranscriptUsage } from './wire.ts'

const read: ReadonlySet<string> = new Set(['model', 'file', 'language', 'prompt', 'response_format', 'stream'])

const invalid = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) =>
  new GatewayError('invalid_audio_request', { reason: makeReason(code, ...params) })

/** File extension → media type, for files that a client sends without a type. */
const typeOfExtension = tableOf<string>({
  mp3: 'audio/mpeg',
  mpga: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/opus',
  flac: 'audio/flac',
  webm: 'audio/webm',
  aac: 'audio/aac',
})

/**
 * A call for a transcript in the neutral form, and the names of the fields that it omits. Throws GatewayError of the
 * caller for response formats that need timestamps or speakers.
 */
export function parseTranscriptCall(body: JsonRecord): { call: TranscriptCall; unread: string[] } {
  const format = textOf(body.response_format)
  if (format === 'srt' || format === 'vtt' || format === 'diarized_json')
    throw invalid('responseFormatUnsupported', { format })
  const file = isRecord(body.file) ? body.file : {}
  if (!(file.bytes instanceof Uint8Array)) throw invalid('fileInFormRequired')
  const { buffer, byteOffset, length } = file.bytes
  const named = typeOfExtension[textOf(file.filename).split('.').at(-1)?.toLowerCase() ?? '']
  const given = textOf(file.contentType)
  return {
    call: {
      recording: {
        mediaType: typeOfBytes(file.bytes, given.startsWith('audio/') ? given : (named ?? 'audio/mpeg')),
        data: Buffer.from(buffer, byteOffset, length).toString('base64'),
      },
      language: textOf(body.language),
      prompt: textOf(body.prompt),
    },
    unread: unreadFields(body, read),
  }
}

/** The answer in the client's response format, and its content type. */
export function buildTranscriptAnswer(
  transcript: Transcript,
  { format, isStream, usage }: { format: string; isStream: boolean; usage: Usage | null },
): { text: string; contentType: string } {
  const counts: TranscriptUsage | null = usage && {
    type: 'tokens',
    input_tokens: inputTotal(usage),
    output_tokens: outputTotal(usage),
    total_tokens: inputTotal(usage) + outputTotal(usage),
  }
  const { text, language, seconds } = transcript
  if (isStream) {
    const events: TranscriptEvent[] = [
      { type: 'transcript.text.delta', delta: text },
      { type: 'transcript.text.done', text, ...(counts && { usage: counts }) },
    ]
    const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    return { text: frames, contentType: 'text/event-stream' }
  }
  if (format === 'text') return { text: `${text}\n`, contentType: 'text/plain; charset=utf-8' }
  const verbose = format === 'verbose_json' ? { task: 'transcribe', language, duration: seconds, segments: [] } : {}
  const answer: TranscriptAnswer = { ...verbose, text, ...(counts && { usage: counts }) }
  return { text: JSON.stringify(answer), contentType: 'application/json' }
}
