import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type MediaWire, nearestRatio } from '../core/media.ts'
import type { Operation } from '../protocols/operation.ts'
import { providerOf } from './index.ts'

const operations: Operation[] = ['image_generations', 'image_edits', 'speech', 'transcriptions']
const models: [type: number, model: string][] = [
  ...([17, 24, 26, 35, 40, 41].map((type) => [type, 'model']) as [number, string][]),
  ...([24, 41].map((type) => [type, 'imagen-4.0-generate-001']) as [number, string][]),
  [17, 'qwen-image-plus'],
]
const wires = new Set<MediaWire>(
  models.flatMap(([type, upstreamModel]) =>
    operations.flatMap((operation) => providerOf(type)?.mediaWireOf?.({ operation, upstreamModel }) ?? []),
  ),
)
const names = [
  ...[
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
  ],
  ...[
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
  ],
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

test('no answer is a fault of the server', () => {
  expect(wires.size).toBeGreaterThan(8)
  const speech = { text: 'a', voice: '', format: 'wav', speed: 1, instructions: '' }
  fc.assert(
    fc.property(answer, (body) => {
      for (const wire of wires) {
        wire.errorIn?.(body)
        wire.parseUsage(body)
        wire.taskPathOf?.(body)
        if (wire.kind === 'speech') wire.parse(body, speech)
        else wire.parse(body)
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
