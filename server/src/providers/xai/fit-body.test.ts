import { expect, test } from 'bun:test'
import { fitBody } from './fit-body.ts'

const body = { stop: ['x'], presence_penalty: 1, frequency_penalty: 1, temperature: 0.3 }
const dropped = (upstreamModel: string) => fitBody(body, { operation: 'chat', upstreamModel }).lost

test('reasoning models get no stop and no penalties', () => {
  for (const model of ['grok-4.6', 'grok-4.20-reasoning', 'grok-build-0.1'])
    expect(dropped(model)).toEqual(['stop', 'presence_penalty', 'frequency_penalty'])
})

test('other models get them', () => {
  for (const model of ['grok-4.20-non-reasoning', 'grok-3']) expect(dropped(model)).toEqual([])
})

test('images have an aspect ratio and a resolution in place of a size', () => {
  const asked = {
    prompt: 'a river',
    size: '1024x1024',
    quality: 'hd',
    style: 'vivid',
    n: 2,
    aspect_ratio: '16:9',
  }
  const call = { operation: 'image_generations', upstreamModel: 'grok-imagine-image' } as const
  expect(fitBody(asked, call)).toEqual({
    set: {},
    remove: ['size', 'quality', 'style'],
    lost: ['size', 'quality', 'style'],
  })
})
