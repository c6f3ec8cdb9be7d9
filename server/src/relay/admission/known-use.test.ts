import { expect, test } from 'bun:test'
import type { ImageRequest } from '../../core/billing/image-request.ts'
import { always, perCall, ruled } from '../../core/billing/test-prices.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { priceImages, sentNames, withRecording } from './known-use.ts'

const price = always(perCall(0.04))

const image: ImageRequest = {
  n: 2,
  size: '1024x1024',
  quality: 'hd',
  partialImages: 0,
  inputImages: 0,
  isFaithful: false,
}

test('images are priced by the most expensive of their upstream names', () => {
  expect(priceImages(image, { models: ['house'], price, inputText: 9 })).toMatchObject({
    units: 2,
    imageFactor: 1,
    known: { usage: noUsage },
  })
  expect(priceImages(image, { models: ['house', 'dall-e-3'], price, inputText: 9 }).imageFactor).toBe(2)
})

test('a price with conditions for what a call makes has no other factor for sizes and qualities', () => {
  const bySize = ruled([{ when: { size: '1024x1792' }, set: { price: 0.08 } }])
  const priced = priceImages({ ...image, size: '1024x1792' }, { models: ['dall-e-3'], price: bySize, inputText: 9 })
  expect(priced).toMatchObject({ imageFactor: 1, made: { size: '1024x1792', quality: 'hd' } })
})

test('images that their maker counts in tokens have known tokens', () => {
  const { known } = priceImages({ ...image, quality: 'low' }, { models: ['house', 'gpt-image-2'], price, inputText: 9 })
  expect(known).toEqual({ usage: { ...noUsage, inputText: 9, outputImage: 544 }, isEstimated: true })
})

test('the upstream names of a model are listed; a misconfigured channel has none', () => {
  const channel = (modelMapping: ChannelState['modelMapping']) => ({ modelMapping }) as ChannelState
  const cycle = new Map([
    ['a', 'b'],
    ['b', 'a'],
  ])
  const channels = [channel(null), channel(new Map([['a', 'c']])), channel('invalid'), channel(cycle)]
  expect(sentNames('a', channels)).toEqual(['a', 'c'])
})

test('a recording of unknown duration is estimated by its size', () => {
  const file = { filename: 'a.raw', contentType: '', bytes: new Uint8Array(480_000) }
  const request = { model: 'whisper-1', body: { file } } as unknown as RequestFacts
  const { known } = withRecording(request)
  expect(known).toEqual({ usage: { ...noUsage, inputAudio: 1000, seconds: 60 }, isEstimated: true })
  expect(withRecording({ ...request, body: {} }).known).toBeUndefined()
})
