import { expect, test } from 'bun:test'
import { readRefusal } from '../../core/test-failures.ts'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { parseSpeechRequest, parseTranscriptionRequest } from './parse-audio-request.ts'
import { parseImageRequest } from './parse-image-request.ts'
import { parseModerationRequest, parseRerankRequest, rerankInputs } from './parse-text-request.ts'

/** The code and the message of the refusal. */
function readReason(read: () => unknown): string {
  const refusal = readRefusal(read)
  return refusal ? `${refusal.code}: ${refusal.message}` : 'accepted'
}
const parseGeneration = (more: object) =>
  parseImageRequest('image_generations', { model: 'gpt-image-1', prompt: 'a', ...more })

test('images: reads number, size and quality from JSON', () => {
  const { image, isStream } = parseGeneration({
    n: 3,
    size: '1024x1536',
    quality: 'low',
    resolution: '2K',
    stream: true,
    partial_images: 2,
  })
  expect(image).toEqual({
    n: 3,
    size: '1024x1536',
    quality: 'low',
    resolution: '2K',
    partialImages: 2,
    inputImages: 0,
    isFaithful: false,
  })
  expect(isStream).toBe(true)
  expect(parseGeneration({ n: null, size: null }).image).toMatchObject({ n: 1, size: '', partialImages: 0 })
})

test('images: reads the same from a form', () => {
  const fields = { model: 'gpt-image-1', prompt: 'a', n: '10', stream: 'true', 'image[]': [{}, {}], mask: {} }
  const { image, isStream } = parseImageRequest('image_edits', { ...fields, input_fidelity: 'high' })
  expect(image).toMatchObject({ n: 10, inputImages: 2, isFaithful: true })
  expect(isStream).toBe(true)
})

test('images: reads the number from batch_size too', () => {
  expect(parseGeneration({ batch_size: 4 }).image?.n).toBe(4)
  expect(parseGeneration({ n: 2, batch_size: 1 }).image?.n).toBe(2)
  expect(readReason(() => parseGeneration({ batch_size: 11 }))).toContain('invalid_image_request')
})

test.each([0, -1, 11, 1.5, 1e300, '1e3', 'many', '0', '-1', true, [[]], {}].map((n) => [n]))(
  'images: n %p is refused',
  (n) => {
    expect(readReason(() => parseGeneration({ n }))).toBe(
      'invalid_image_request: The request for images is not valid: n is not a whole number from 1 to 10.',
    )
  },
)

test.each([
  [{ prompt: '' }, 'prompt is required'],
  [{ prompt: ['a'] }, 'prompt is required'],
  [{ size: '1024×1024' }, 'not a multiplication sign'],
  [{ model: 'dall-e-2', size: '1024x1792' }, 'size must be one of 256x256, 512x512, 1024x1024'],
  [{ model: 'dall-e-3', size: '256x256' }, 'size must be one of 1024x1024'],
])('images: %j is refused', (more, reason) => {
  expect(readReason(() => parseGeneration(more))).toContain(reason)
})

test('images: the default model is the original one', () => {
  const readModel = (operation: 'image_generations' | 'image_edits' | 'image_variations') =>
    parseImageRequest(operation, { prompt: 'a', image: {} }).model
  expect([readModel('image_generations'), readModel('image_edits'), readModel('image_variations')]).toEqual([
    'dall-e',
    'dall-e-2',
    'dall-e-2',
  ])
})

test('images: an edit needs an image, a variation no prompt', () => {
  expect(readReason(() => parseImageRequest('image_edits', { prompt: 'a' }))).toContain('image is required')
  expect(readReason(() => parseImageRequest('image_variations', {}))).toContain('image is required')
  expect(parseImageRequest('image_variations', { image: {} }).image?.inputImages).toBe(1)
  expect(parseImageRequest('image_edits', { prompt: 'a', images: [{ image_url: 'x' }] }).image?.inputImages).toBe(1)
})

test('speech: characters are counted only for tts models', () => {
  const known = parseSpeechRequest({ model: 'tts-1', input: 'Grüße 👋' }).known
  expect(known).toMatchObject({ usage: { inputText: 7 }, isEstimated: false })
  expect(parseSpeechRequest({ model: 'gpt-4o-mini-tts', input: 'Hello' }).known).toBeUndefined()
  expect(parseSpeechRequest({ model: 'a', input: 'b', stream_format: 'sse' }).isStream).toBe(true)
  expect(readReason(() => parseSpeechRequest({ model: 'tts-1', input: ' ' }))).toContain('invalid_audio_request')
  expect(readReason(() => parseSpeechRequest({ input: 'b' }))).toContain('model_required')
})

test('transcriptions: file and model are required', () => {
  expect(parseTranscriptionRequest({ model: 'whisper-1', file: {}, stream: 'true' }).isStream).toBe(true)
  expect(readReason(() => parseTranscriptionRequest({ model: 'whisper-1' }))).toContain('file is required')
  expect(readReason(() => parseTranscriptionRequest({ file: {} }))).toContain('model_required')
})

test('moderations: the model is optional, the input is required', () => {
  expect(parseModerationRequest({ input: 'a' }).model).toBe('text-moderation-stable')
  for (const input of [undefined, null, '', []])
    expect(readReason(() => parseModerationRequest({ input }))).toContain('messages_required')
})

test('images: all that a sequence of Ark may have are held', () => {
  const mostOf = (more: object) =>
    parseImageRequest('image_generations', { model: 'm', prompt: 'p', ...more }).unitsMost
  const auto = { sequential_image_generation: 'auto' }
  expect(mostOf({ ...auto, sequential_image_generation_options: { max_images: 4 } })).toBe(4)
  for (const max_images of [undefined, null, 0, 16, 'x', 1.5])
    expect(mostOf({ ...auto, sequential_image_generation_options: { max_images } })).toBe(15)
  for (const more of [{}, { sequential_image_generation: 'disabled' }]) expect(mostOf(more)).toBeUndefined()
})

test('rankings: beyond the characters that are counted at once, each counts as a token', () => {
  const unitsOf = (documents: unknown[], more = {}) =>
    parseRerankRequest({ model: 'r', query: 'q', documents, ...more }).unitsMost
  const counted = 'a '.repeat(131_072)
  const tokens = estimateTokens(counted)
  expect(unitsOf([counted], { max_tokens_per_doc: 1e9 })).toBe(Math.ceil(tokens / 500 / 100))
  const rest = 'a '.repeat(500_000)
  expect(unitsOf([counted + rest], { max_tokens_per_doc: 1e9 })).toBe(Math.ceil((tokens + rest.length) / 500 / 100))
  // The limit of a document still holds: 9 chunks of 500 tokens, and one for a short document.
  expect(unitsOf([counted, ...Array(100).fill(rest.slice(0, 12_000)), ...Array(291).fill('b')])).toBe(12)
})

test('rankings: query and documents are required, and counted', () => {
  const body = {
    model: 'm',
    query: 'q',
    documents: ['a', { text: 'b', id: 1 }, { title: 'c' }, { image: 'x' }],
  }
  expect(parseRerankRequest(body)).toMatchObject({ model: 'm', maxOutputTokens: 0 })
  expect(rerankInputs(body)).toEqual({
    input: ['q', 'a', { text: 'b', id: 1 }, '{"title":"c"}', { image: 'x' }],
  })
  expect(readReason(() => parseRerankRequest({ ...body, query: '' }))).toContain('invalid_query')
  expect(readReason(() => parseRerankRequest({ ...body, documents: [] }))).toContain('invalid_documents')
})
