import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import type { SpeechCall, SpeechWire } from '../../core/media.ts'
import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { SpeechEvent } from './wire.ts'

const read = ['model', 'input', 'voice', 'response_format', 'speed', 'instructions', 'stream_format']
const formatByDefault = 'mp3'

/** A call for speech in the neutral form, and the names of the fields that it omits. */
export function parseSpeechCall(
  body: JsonRecord,
  { formats, ignores = [] }: Pick<SpeechWire, 'formats' | 'ignores'>,
): { call: SpeechCall; unread: string[] } {
  const requested = textOf(body.response_format) || formatByDefault
  const isSupported = formats.includes(requested)
  const unreadable: string[] = [...ignores, ...(isSupported ? [] : ['response_format'])]
  const { speed } = body
  return {
    call: {
      text: textOf(body.input),
      voice: textOf(body.voice),
      format: isSupported ? requested : (formats[0] ?? requested),
      speed: typeof speed === 'number' && speed > 0 ? speed : 1,
      instructions: textOf(body.instructions),
    },
    unread: unreadFields(body, new Set(read.filter((name) => !unreadable.includes(name)))),
  }
}

/** The speech as the events that a streaming client receives. */
export function buildSpeechEvents(bytes: Uint8Array, usage: Usage | null): string {
  const audio = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  const counts = usage && {
    input_tokens: inputTotal(usage),
    output_tokens: outputTotal(usage),
    total_tokens: inputTotal(usage) + outputTotal(usage),
  }
  const events: SpeechEvent[] = [
    { type: 'speech.audio.delta', audio },
    { type: 'speech.audio.done', ...(counts && { usage: counts }) },
  ]
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}
