import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { defined } from '../../core/json/defined.ts'
import type { ImageInput, ImageWire, MediaWire, SpeechWire, TranscriptWire } from '../../core/media.ts'
import { voiceFor } from '../../core/openai-voices.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import { usageOfSeconds } from '../../protocols/openai-media/parse-usage.ts'
import type {
  AuraBody,
  AuraEncoding,
  FluxForm,
  FluxPictures,
  ImageBody,
  MeloBody,
  NewWhisperBody,
  WhisperBody,
} from './wire.ts'

// Workers AI by `/ai/run/{model}`: https://developers.cloudflare.com/workers-ai/models/flux-1-schnell,
// …/stable-diffusion-xl-base-1.0, …/aura-1, …/melotts, …/whisper and …/whisper-large-v3-turbo, as known on 2026-11-23.
// A result is inside `result`, or is the whole answer as bytes.

const base64Of = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('base64')

/** https://developers.cloudflare.com/workers-ai/platform/errors, as known on 2026-11-23 */
const kinds = tableOf<{ type?: string; code: number }>({
  10000: { type: 'authentication_error', code: 401 },
  3036: { type: 'rate_limit_error', code: 429 },
  3040: { type: 'overloaded_error', code: 503 },
  5007: { code: 404 },
})

/** The error of an answer under any status. */
function errorIn({ success, errors }: JsonRecord) {
  if (success !== false) return null
  const [error] = recordsOf(errors)
  const message = textOf(error?.message) || 'The call failed.'
  return { message, ...(kinds[String(error?.code)] ?? { type: 'invalid_request_error', code: 400 }) }
}

const sizeOf = (size: string): { width?: number; height?: number } => {
  const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(size) ?? []
  return width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) }
}

/** Flux answers with base64, the other models with bytes. */
const imageWire: ImageWire = {
  kind: 'images',
  nMax: 1,
  inputMax: 1,
  ignores: ['quality', 'user'],
  keeps: ['steps', 'num_steps', 'seed', 'guidance', 'strength', 'negative_prompt'],
  build({ prompt, size, images, ownFields }, model) {
    const [image] = images
    return defined<ImageBody>({
      prompt,
      ...ownFields,
      // Flux 1 has no size of its own.
      ...(model.includes('flux-1') ? {} : sizeOf(size)),
      image_b64: image && 'data' in image ? image.data : undefined,
    })
  },
  wrapBytes: (bytes) => ({ result: { image: base64Of(bytes) } }),
  parse({ result }) {
    const data = textOf(recordOf(result).image)
    return data === '' ? [] : [{ kind: 'bytes', data }]
  },
  parseUsage: () => null,
  errorIn,
}

/** Flux 2 takes forms alone, with images to work from. */
const formWire: ImageWire = {
  ...imageWire,
  inputMax: 4,
  sendsForm: true,
  keeps: ['steps', 'seed', 'guidance'],
  build: ({ prompt, size, images, ownFields }) =>
    ({ prompt, ...ownFields, ...sizeOf(size), ...picturesOf(images) }) satisfies FluxForm,
}

const picturesOf = (images: readonly ImageInput[]): FluxPictures =>
  Object.fromEntries(images.map((image, index) => [`input_image_${index}`, image]))

const contentTypes = tableOf<string>({
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
})

function parseSpeech({ result }: JsonRecord, { format }: { format: string }): ReturnType<SpeechWire['parse']> {
  const bytes = Buffer.from(textOf(recordOf(result).audio), 'base64')
  return bytes.length === 0 ? null : { kind: 'bytes', bytes, contentType: contentTypes[format] ?? 'audio/mpeg' }
}

/** Cloudflare bills characters, which the gateway counts. */
const speechBase = {
  kind: 'speech',
  wrapBytes: (bytes: Uint8Array) => ({ result: { audio: base64Of(bytes) } }),
  parse: parseSpeech,
  parseUsage: () => null,
  errorIn,
} as const

const encodings = tableOf<AuraEncoding>({
  opus: { encoding: 'opus', container: 'ogg' },
  wav: { encoding: 'linear16', container: 'wav' },
  // OpenAI's samples without a head are 24 000 a second.
  pcm: { encoding: 'linear16', container: 'none', sample_rate: 24_000 },
})

const auraWire: SpeechWire = {
  ...speechBase,
  formats: ['mp3', 'flac', 'opus', 'aac', 'wav', 'pcm'],
  ignores: ['speed', 'instructions'],
  build: ({ text, voice, format }) =>
    defined<AuraBody>({
      text,
      speaker: voiceFor(voice, '') || undefined,
      ...(encodings[format] ?? { encoding: format }),
    }),
}

/** It has languages instead of voices. */
const meloWire: SpeechWire = {
  ...speechBase,
  formats: ['mp3'],
  ignores: ['speed', 'instructions'],
  build: ({ text, voice }) => defined<MeloBody>({ prompt: text, lang: voiceFor(voice, '') || undefined }),
}

const transcriptWire = (task: 'transcribe' | 'translate'): TranscriptWire => ({
  kind: 'transcripts',
  build: ({ recording, language, prompt }, model): WhisperBody =>
    model.includes('large-v3')
      ? defined<NewWhisperBody>({
          audio: recording.data,
          task,
          language: language || undefined,
          initial_prompt: prompt || undefined,
        })
      : { audio: [...Buffer.from(recording.data, 'base64')] },
  parse({ result }) {
    const { text, transcription_info: info } = recordOf(result)
    if (typeof text !== 'string') return null
    const { language, duration } = recordOf(info)
    return {
      text,
      ...(typeof language === 'string' && { language }),
      ...(typeof duration === 'number' && { seconds: duration }),
    }
  },
  parseUsage: ({ result }) => usageOfSeconds(recordOf(recordOf(result).transcription_info).duration),
  errorIn,
})

const transcribe = transcriptWire('transcribe')
const translate = transcriptWire('translate')

/** The wire of a call for media; null for all other calls. */
export function mediaWireOf(operation: CallOperation, model: string): MediaWire | null {
  switch (operation) {
    case 'image_generations':
    case 'image_edits':
      return model.includes('flux-2') ? formWire : imageWire
    case 'speech':
      return model.includes('melotts') ? meloWire : auraWire
    case 'transcriptions':
      return transcribe
    case 'translations':
      return translate
    default:
      return null
  }
}
