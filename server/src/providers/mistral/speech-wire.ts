import { textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { defined } from '../../core/json/defined.ts'
import type { SpeechWire } from '../../core/media.ts'
import { voiceFor } from '../../core/openai-voices.ts'
import type { SpeechBody } from './wire.ts'

const contentTypes = tableOf<string>({
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
  flac: 'audio/flac',
  opus: 'audio/ogg',
})

/**
 * Voxtral answers with base64. Without a voice it uses its default one.
 * https://docs.mistral.ai/studio/audio/text-to-speech/overview and github.com/mistralai/client-ts, read 2026-11-23
 */
export const speechWire: SpeechWire = {
  kind: 'speech',
  formats: ['mp3', 'wav', 'pcm', 'flac', 'opus'],
  ignores: ['speed', 'instructions'],
  build: ({ text, voice, format }, model) =>
    defined<SpeechBody>({
      model,
      input: text,
      response_format: format,
      stream: false,
      voice_id: voiceFor(voice, '') || undefined,
    }),
  parse(answer, { format }) {
    const bytes = Buffer.from(textOf(answer.audio_data), 'base64')
    return bytes.length === 0 ? null : { kind: 'bytes', bytes, contentType: contentTypes[format] ?? 'audio/mpeg' }
  },
  parseUsage: () => null,
}
