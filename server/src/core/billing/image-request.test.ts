import { expect, test } from 'bun:test'
import { countsImageTokens, type ImageRequest, imageTokensOf } from './image-request.ts'

const tokens = (more: Partial<ImageRequest>) =>
  imageTokensOf({
    n: 1,
    size: '1024x1024',
    quality: 'high',
    partialImages: 0,
    inputImages: 0,
    isFaithful: false,
    ...more,
  })

test('images cost as many tokens as the documented table says, or a few more', () => {
  expect(tokens({ quality: 'low' }).outputImage).toBe(272)
  expect(tokens({ quality: 'medium' }).outputImage).toBe(1056)
  expect(tokens({}).outputImage).toBe(4160)
  expect(tokens({ size: '1024x1536' }).outputImage).toBe(6240)
  expect(tokens({ size: '1536x1024' }).outputImage).toBe(6240) // the table says 6208
  expect(tokens({ size: '1024x1536', quality: 'low' }).outputImage).toBe(408)
  expect(tokens({ size: '1536x1024', quality: 'medium' }).outputImage).toBe(1584) // the table says 1568
})

test('an absent setting counts as the most expensive one', () => {
  expect(tokens({ size: '', quality: '' }).outputImage).toBe(6240)
  expect(tokens({ size: 'auto', quality: 'auto', n: 2, partialImages: 3 }).outputImage).toBe(2 * 6540)
})

test('input images count, more at high fidelity', () => {
  expect(tokens({ inputImages: 2 }).inputImage).toBe(800)
  expect(tokens({ inputImages: 1, isFaithful: true }).inputImage).toBe(6640)
})

test('only the GPT image models are counted in tokens', () => {
  expect(['gpt-image-1', 'gpt-image-2-2026-04-21', 'chatgpt-image-latest'].every(countsImageTokens)).toBe(true)
  expect(['dall-e-3', 'imagen-4', 'my-gpt-image'].some(countsImageTokens)).toBe(false)
})
