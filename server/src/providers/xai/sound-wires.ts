import { textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { defined } from '../../core/json/defined.ts'
import type { SpeechWire, TranscriptWire } from '../../core/media.ts'
import { voiceFor } from '../../core/openai-voices.ts'
import { usageOfSeconds } from '../../protocols/openai-media/parse-usage.ts'
import type { SpeechBody, TranscriptForm } from './wire.ts'

const contentTypes = tableOf<string>({
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
})

/** The answer is the sound. The host has one model, which the call does not name. */
export const speechWire: SpeechWire = {
  kind: 'speech',
  formats: ['mp3', 'wav', 'pcm'],
  ignores: ['instructions'],
  build: ({ text, voice, speed, format }) =>
    defined<SpeechBody>({
      text,
      voice_id: voiceFor(voice, 'eve'),
      language: 'auto',
      // OpenAI's raw PCM has 24 000 samples a second.
      output_format: { codec: format, ...(format === 'pcm' && { sample_rate: 24_000 }) },
      speed: speed === 1 ? undefined : speed,
    }),
  wrapBytes: ({ buffer, byteOffset, length }) => ({
    audio: Buffer.from(buffer, byteOffset, length).toString('base64'),
  }),
  parse(answer, { format }) {
    const bytes = Buffer.from(textOf(answer.audio), 'base64')
    return bytes.length === 0 ? null : { kind: 'bytes', bytes, contentType: contentTypes[format] ?? 'audio/mpeg' }
  },
  parseUsage: () => null,
}

/** A call is a form whose last field is the file. */
export const transcriptWire: TranscriptWire = {
  kind: 'transcripts',
  sendsForm: true,
  build: ({ recording, language }) => defined<TranscriptForm>({ language: language || undefined, file: recording }),
  parse({ text, language, duration }) {
    if (typeof text !== 'string') return null
    return {
      text,
      ...(typeof language === 'string' && language !== '' && { language }),
      ...(typeof duration === 'number' && { seconds: duration }),
    }
  },
  parseUsage: ({ duration }) => usageOfSeconds(duration),
}
