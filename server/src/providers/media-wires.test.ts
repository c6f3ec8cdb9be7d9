import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type MediaWire, nearestRatio } from '../core/media.ts'
import { readRefusal } from '../core/test-failures.ts'
import type { CallOperation } from '../protocols/call-operation.ts'
import { providers } from './index.ts'

const operations: CallOperation[] = ['image_generations', 'image_edits', 'speech', 'transcriptions', 'translations']
/** Names by which some providers choose a wire, besides those in their model lists. */
const models = [
  'model',
  'imagen-4.0-generate-001',
  'qwen-image-plus',
  'wan2.2-t2i-flash',
  'speech-02',
  '@cf/myshell-ai/melotts',
  '@cf/openai/whisper',
  '@cf/black-forest-labs/flux-2-dev',
]
const wires = new Set<MediaWire>(
  providers.flatMap((provider) =>
    [...models, ...provider.models].flatMap((upstreamModel) =>
      operations.flatMap((operation) => provider.mediaWireOf?.({ operation, upstreamModel, isStream: false }) ?? []),
    ),
  ),
)
const names = [
  'output',
  'choices',
  'message',
  'content',
  'results',
  'task_status',
  'task_id',
  'audio',
  'data',
  'usage',
  'images',
  'image',
  'url',
  'predictions',
  'candidates',
  'parts',
  'inlineData',
  'mimeType',
  'extra_info',
  'code',
]
const answer = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('FAILED', 'SUCCEEDED', 'RUNNING'),
    tie('object'),
    fc.array(tie('object'), { maxLength: 2 }),
  ),
  object: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5, depthIdentifier: 'answer' }),
})).object

test('no answer causes an exception', () => {
  expect(wires.size).toBeGreaterThan(8)
  const speech = { text: 'a', voice: '', format: 'wav', speed: 1, instructions: '' }
  fc.assert(
    fc.property(answer, (body) => {
      for (const wire of wires) {
        wire.errorIn?.(body)
        wire.parseUsage(body)
        wire.tasks?.isOver(body)
        const id = wire.tasks?.idOf(body) ?? null
        const place = { model: 'model', root: 'https://host.example' }
        if (id !== null) JSON.stringify([wire.tasks?.inquire(id, place), wire.tasks?.result?.pathOf(id, place)])
        if (wire.kind === 'speech') wire.parse(body, speech)
        else wire.parse(body)
      }
    }),
  )
})

const texts = fc.oneof(fc.string(), fc.constantFrom('', 'auto', '1024x1792', 'hd', 'mp3', 'alloy'))
const bytes = fc.record({ mediaType: texts, data: fc.base64String() })
const imageCall = fc.record({
  prompt: texts,
  n: fc.nat(12),
  size: texts,
  quality: texts,
  userId: texts,
  wantsBytes: fc.boolean(),
  images: fc.array(fc.oneof(bytes, fc.record({ url: texts })), { maxLength: 2 }),
  mask: fc.option(bytes),
  ownFields: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
})
const speechCall = fc.record({
  text: texts,
  voice: texts,
  format: texts,
  speed: fc.double({ noNaN: true }),
  instructions: texts,
})
const transcriptCall = fc.record({ recording: bytes, language: texts, prompt: texts })

test('any call is written, or refused as the caller’s error', () => {
  fc.assert(
    fc.property(imageCall, speechCall, transcriptCall, texts, (image, speech, transcript, model) => {
      for (const wire of wires) {
        const refusal = readRefusal(() => {
          if (wire.kind === 'images') JSON.stringify(wire.build(image, model))
          else if (wire.kind === 'speech') JSON.stringify(wire.build(speech, model))
          else JSON.stringify(wire.build(transcript, model))
        })
        if (refusal) expect(refusal.owner).toBe('caller')
      }
    }),
  )
})

describe('the ratio of a size', () => {
  const ratios = ['1:1', '3:4', '4:3', '9:16', '16:9']
  test.each([
    ['1024x1024', '1:1'],
    ['1024x1792', '9:16'],
    ['1792x1024', '16:9'],
    ['1536x1024', '4:3'],
    ['1024x1536', '3:4'],
    ['', undefined],
    ['auto', undefined],
    ['0x5', undefined],
  ])('%p is sent as %p', (size, ratio) => {
    expect(nearestRatio(size, ratios)).toBe(ratio)
  })
})
