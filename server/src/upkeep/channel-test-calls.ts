import { wavHead } from '@sluice/contract/wav-head'
import { noUsage, type Usage } from '../core/usage/usage.ts'
import type { CallOperation } from '../protocols/call-operation.ts'

/** The kind of a model, by its name. */
export type TestKind =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'rerank'
  | 'moderations'
  | 'speech'
  | 'transcriptions'
  | 'images'
  | 'realtime'

/** The first match counts. By the upstream's name, because a mapping can turn any name into any other. */
const kindsByName: readonly [RegExp, TestKind][] = [
  [/realtime/i, 'realtime'],
  [/rerank/i, 'rerank'],
  [/embed|bge-|^m3e|^embo-|^text-similarity|^(gte|jina-clip)-/i, 'embeddings'],
  [/moderation/i, 'moderations'],
  [/^tts\b|-tts\b|^speech-|cosyvoice|fish-speech/i, 'speech'],
  [/whisper|transcribe|sensevoice|-asr\b/i, 'transcriptions'],
  [/^dall-e|gpt-image|^flux|\/flux|stable-diffusion|^sd3|^imagen|cogview|^wanx|seedream|kolors|qwen-image/i, 'images'],
  // Other instruction models are chat models; these are not.
  [/^(gpt-3\.5-turbo-instruct.*|davinci-002|babbage-002)$/, 'completions'],
]

export const testKindOf = (model: string): TestKind =>
  kindsByName.find(([pattern]) => pattern.test(model))?.[1] ?? 'chat'

/** The cost of a test: some tokens; a second of audio; an image. */
export type TestPrice = 'small' | 'medium' | 'large'

export interface TestCall {
  /** The operation, which the provider must support. */
  operation: CallOperation
  path: string
  /** A form, or JSON. */
  body(model: string): unknown
  /** The answer's field with the result; null = the answer itself is the result, and not JSON. */
  answerField: string | null
  price: TestPrice
  /** Whether a long duration counts against the channel. */
  isTimed: boolean
  /** The usage if the answer reports none; null = unknown. */
  assumed: Usage | null
}

const text = 'hi'
const oneToken = { ...noUsage, inputText: 1 }
const small = { price: 'small', isTimed: true, assumed: noUsage } as const

/** The smallest call of each kind in OpenAI's format; for chat, the provider's own format. */
export const testCalls: Readonly<Record<Exclude<TestKind, 'chat' | 'realtime'>, TestCall>> = {
  completions: {
    operation: 'completions',
    path: '/v1/completions',
    body: (model) => ({ model, prompt: text, max_tokens: 10 }),
    answerField: 'choices',
    ...small,
  },
  embeddings: {
    operation: 'embeddings',
    path: '/v1/embeddings',
    body: (model) => ({ model, input: ['hello world'] }),
    answerField: 'data',
    ...small,
  },
  rerank: {
    operation: 'rerank',
    path: '/v1/rerank',
    body: (model) => ({ model, query: text, documents: ['hello', 'world'], top_n: 1 }),
    answerField: 'results',
    ...small,
  },
  moderations: {
    operation: 'moderations',
    path: '/v1/moderations',
    body: (model) => ({ model, input: text }),
    answerField: 'results',
    ...small,
  },
  speech: {
    operation: 'speech',
    path: '/v1/audio/speech',
    body: (model) => ({ model, input: text, voice: 'alloy' }),
    answerField: null,
    price: 'medium',
    isTimed: false,
    assumed: { ...oneToken, inputText: text.length },
  },
  transcriptions: {
    operation: 'transcriptions',
    path: '/v1/audio/transcriptions',
    body(model) {
      const form = new FormData()
      form.set('model', model)
      form.set('file', new File(silence(), 'silence.wav', { type: 'audio/wav' }))
      return form
    },
    answerField: 'text',
    price: 'medium',
    isTimed: false,
    assumed: { ...noUsage, inputAudio: 17 },
  },
  images: {
    operation: 'image_generations',
    path: '/v1/images/generations',
    body: (model) => ({ model, prompt: 'a dot', n: 1, size: model === 'dall-e-2' ? '256x256' : '1024x1024' }),
    answerField: 'data',
    price: 'large',
    isTimed: false,
    assumed: noUsage,
  },
}

export function testPriceOf(kind: TestKind): TestPrice {
  if (kind === 'realtime') return 'large'
  return kind === 'chat' ? 'small' : testCalls[kind].price
}

const sampleRate = 8_000

/** One second of silence as WAV: 8 kHz, mono, 16 bits. */
function silence(): Uint8Array<ArrayBuffer>[] {
  const samples = new Uint8Array(sampleRate * 2)
  return [wavHead(samples.length, sampleRate), samples]
}
