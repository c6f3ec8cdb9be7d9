import { describe, expect, test } from 'bun:test'
import { testCalls, testKindOf } from './channel-test-calls.ts'

describe('the kind of a model follows from its name', () => {
  test.each([
    ['gpt-5.1', 'chat'],
    ['claude-opus-4-6', 'chat'],
    ['qwen2.5-72b-instruct', 'chat'],
    ['gemini-2.5-pro', 'chat'],
    ['gpt-3.5-turbo-instruct', 'completions'],
    ['davinci-002', 'completions'],
    ['text-embedding-3-large', 'embeddings'],
    ['gemini-embedding-001', 'embeddings'],
    ['BAAI/bge-m3', 'embeddings'],
    ['m3e-base', 'embeddings'],
    ['embo-01', 'embeddings'],
    ['BAAI/bge-reranker-v2-m3', 'rerank'],
    ['qwen3-rerank', 'rerank'],
    ['omni-moderation-latest', 'moderations'],
    ['tts-1-hd', 'speech'],
    ['gpt-4o-mini-tts', 'speech'],
    ['whisper-1', 'transcriptions'],
    ['gpt-4o-mini-transcribe', 'transcriptions'],
    ['gpt-4o-realtime-preview', 'realtime'],
    ['dall-e-3', 'images'],
    ['gpt-image-1', 'images'],
    ['black-forest-labs/FLUX.1-schnell', 'images'],
    ['cogview-4', 'images'],
  ] as const)('%s is tested as %s', (model, kind) => {
    expect(testKindOf(model)).toBe(kind)
  })
})

test('the test audio is one second of WAV', async () => {
  const form = testCalls.transcriptions.body('whisper-1') as FormData
  const file = form.get('file') as File
  const bytes = new DataView(await file.arrayBuffer())
  const readText = (at: number) =>
    String.fromCharCode(...Array.from({ length: 4 }, (_, index) => bytes.getUint8(at + index)))
  expect([readText(0), readText(8), readText(12), readText(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  const bytesPerSecond = bytes.getUint32(28, true)
  expect(bytes.getUint32(40, true)).toBe(bytesPerSecond)
  expect(bytes.byteLength).toBe(44 + bytesPerSecond)
  expect(form.get('model')).toBe('whisper-1')
})

test('a test requests one image of the smallest size of the model', () => {
  expect(testCalls.images.body('dall-e-2')).toMatchObject({ n: 1, size: '256x256' })
  expect(testCalls.images.body('gpt-image-1')).toMatchObject({ n: 1, size: '1024x1024' })
})
