import { expect, test } from 'bun:test'
import { noUsage } from '../usage/usage.ts'
import { billableImages, imagePriceFactor, parseImageCount, speechUsage, transcriptionUsage } from './billable.ts'

test('the number of images is a whole number from 1 to 10, or absent', () => {
  expect([undefined, null, 1, 3, 10].map(parseImageCount)).toEqual([1, 1, 1, 3, 10])
  for (const n of [0, -1, 11, 1e9, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', true, [2]])
    expect(parseImageCount(n)).toBeNull()
})

test('quality matters for dall-e-3 alone, size for every model', () => {
  expect(imagePriceFactor({ model: 'dall-e-3', size: '1024x1024', quality: 'hd' })).toBe(2)
  expect(imagePriceFactor({ model: 'dall-e-3', size: '512x512', quality: 'hd' })).toBe(0.9)
  expect(imagePriceFactor({ model: 'dall-e-3', quality: 'standard' })).toBe(1)
  expect(imagePriceFactor({ model: 'dall-e-2', size: '512x512', quality: 'hd' })).toBe(0.45)
  for (const size of ['constructor', 'toString', '', '1024 x 1024'])
    expect(imagePriceFactor({ model: 'dall-e-3', size })).toBe(1)
})

test('an image call has a number of images, their kind, and the usage that the upstream reported', () => {
  const request = { model: 'dall-e-3', size: '1792x1024', n: 3 }
  expect(billableImages(request)).toEqual({ usage: noUsage, units: 3, imageFactor: 2 })
  const usage = { ...noUsage, outputImage: 4160 }
  expect(billableImages({ model: 'gpt-image-1', n: 1 }, usage)).toEqual({ usage, units: 1, imageFactor: 1 })
})

test('speech is counted in characters for models named tts, in tokens for others', () => {
  const count = () => 7
  expect(speechUsage('tts-1-hd', 'né 你👍', count)).toEqual({ ...noUsage, inputText: 5, characters: 5 })
  expect(speechUsage('gpt-4o-mini-tts', 'né 你👍', count)).toEqual({ ...noUsage, inputText: 7 })
  const halves = ['', '👍👍', '\ud83d', '\udc4d\ud83d', 'a\ud83d\ud83d\udc4d\udc4db']
  expect(halves.map((text) => speechUsage('tts-1', text, count).inputText)).toEqual(
    halves.map((text) => [...text].length),
  )
})

test('a duration is rounded up to whole seconds, at 1000 tokens a minute', () => {
  const tokens = (seconds: number) => transcriptionUsage(seconds).inputAudio
  expect([0, 0.001, 1, 3, 59.001, 60, 3600].map(tokens)).toEqual([0, 17, 17, 50, 1000, 1000, 60_000])
  for (const seconds of [-1, Number.NaN]) expect(() => transcriptionUsage(seconds)).toThrow(RangeError)
})
