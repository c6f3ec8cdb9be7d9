import { recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { defined } from '../../core/json/defined.ts'
import { type ImageWire, type MadeImage, nearestRatio, type SpeechWire } from '../../core/media.ts'
import { voiceFor } from '../../core/openai-voices.ts'
import { buildCharacterReport } from '../../core/usage/usage-report.ts'
import type { ImageBody, SpeechBody } from './wire.ts'

const ratios = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9']

/** https://platform.minimax.io/docs/api-reference/image-generation-t2i, as known on 2026-11-22 */
export const imageWire: ImageWire = {
  kind: 'images',
  nMax: 9,
  inputMax: 0,
  ignores: ['quality', 'user'],
  build: ({ prompt, n, size, wantsBytes }, model) =>
    defined<ImageBody>({
      model,
      prompt,
      n,
      aspect_ratio: nearestRatio(size, ratios),
      response_format: wantsBytes ? 'base64' : 'url',
    }),
  parse(answer) {
    const { image_urls: urls, image_base64: bytes } = recordOf(answer.data)
    return [
      ...textsIn(bytes).map((data): MadeImage => ({ kind: 'bytes', data })),
      ...textsIn(urls).map((url): MadeImage => ({ kind: 'url', url })),
    ]
  },
  parseUsage: () => null,
}

const textsIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(textOf).filter((text) => text !== '') : [])

const voiceByDefault = 'male-qn-qingse'

const contentTypes = tableOf<string>({
  mp3: 'audio/mpeg',
  pcm: 'audio/pcm',
  flac: 'audio/flac',
  wav: 'audio/wav',
})

/**
 * T2A answers with sound in hexadecimal digits. https://platform.minimax.io/docs/api-reference/speech-t2a-http, as
 * known on 2026-11-22
 */
export const speechWire: SpeechWire = {
  kind: 'speech',
  formats: ['mp3', 'pcm', 'flac', 'wav'],
  ignores: ['instructions'],
  build: ({ text, voice, speed, format }, model) =>
    ({
      model,
      text,
      stream: false,
      output_format: 'hex',
      voice_setting: {
        voice_id: voiceFor(voice, voiceByDefault),
        speed: Math.min(Math.max(speed, 0.5), 2),
      },
      // OpenAI's raw PCM has 24 000 samples a second.
      audio_setting: { format, ...(format === 'pcm' && { sample_rate: 24_000 }) },
    }) satisfies SpeechBody,
  parse(answer, { format }) {
    const bytes = Buffer.from(textOf(recordOf(answer.data).audio), 'hex')
    return bytes.length === 0 ? null : { kind: 'bytes', bytes, contentType: contentTypes[format] ?? 'audio/mpeg' }
  },
  /** MiniMax bills by the character. */
  parseUsage(answer) {
    return buildCharacterReport(recordOf(answer.extra_info).usage_characters)
  },
}
