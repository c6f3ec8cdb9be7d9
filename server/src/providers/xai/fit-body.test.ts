import { expect, test } from 'bun:test'
import { fitBody } from './fit-body.ts'

const fitImages = (body: object) =>
  fitBody({ ...body }, { operation: 'image_generations', upstreamModel: 'grok-imagine-image' })

test('images have no quality and style, and the aspect ratio that is nearest to the size', () => {
  expect(fitImages({ prompt: 'a river', size: '1792x1024', quality: 'hd', style: 'vivid', n: 2 })).toEqual({
    set: { aspect_ratio: '16:9' },
    remove: ['size', 'quality', 'style'],
    lost: ['quality', 'style'],
  })
})

test('an aspect ratio of the client wins, and an invalid size is dropped', () => {
  expect(fitImages({ size: '1024x1024', aspect_ratio: '16:9' }).set).toEqual({})
  expect(fitImages({ size: '0x5' })).toEqual({ set: {}, remove: ['size'], lost: ['size'] })
  expect(fitImages({ size: 'auto' }).set).toEqual({ aspect_ratio: 'auto' })
})
