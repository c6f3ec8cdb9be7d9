import { expect, test } from 'bun:test'
import { dearerPicture, isOneForAllSizes } from './sized-pictures.ts'

const refusedValue = (model: string, made: Parameters<typeof dearerPicture>[1]) => dearerPicture([model], made)?.value

test('a first price covers what the maker sells at it, and nothing larger or better', () => {
  expect(refusedValue('flux-2-pro', {})).toBeUndefined()
  expect(refusedValue('flux-2-pro', { size: '1024x1024' })).toBeUndefined()
  expect(refusedValue('black-forest-labs/FLUX.2-dev', { size: '1024x1536' })).toBe('1024x1536')
  expect(refusedValue('grok-imagine-image', { resolution: '1k', quality: 'medium' })).toBeUndefined()
  expect(refusedValue('grok-imagine-image', { resolution: '2k' })).toBe('2k')
  expect(refusedValue('grok-imagine-image-2.0', { quality: 'high' })).toBe('high')
  expect(refusedValue('gpt-image-1', { size: '1024x1024', quality: 'low' })).toBeUndefined()
  expect(refusedValue('gpt-image-1', { size: '1536x1024', quality: 'low' })).toBe('1536x1024')
  expect(refusedValue('gemini-3-pro-image', { resolution: '2k' })).toBeUndefined()
  expect(refusedValue('gemini-3-pro-image', { resolution: '4k' })).toBe('4k')
  expect(refusedValue('gemini-3.1-flash-image', { resolution: '2k' })).toBe('2k')
  expect(refusedValue('doubao-seedream-5-5-261028', { size: '2k' })).toBeUndefined()
  expect(refusedValue('doubao-seedream-5-5-261028', { size: '4096x4096' })).toBe('4096x4096')
})

test('a name that is no size may be a large one', () => {
  expect(refusedValue('flux-2-flex', { size: 'square_hd' })).toBe('square_hd')
})

test('models with one price for a picture have it in every size', () => {
  for (const model of ['dall-e-3', 'flux-1.1-pro', 'seedream-4-5-251128', 'flux-2.1'])
    expect(refusedValue(model, { size: '4096x4096', quality: 'hd' })).toBeUndefined()
})

test('a price without rules by size holds for all sizes of a model that is sold by size', () => {
  const when = { resolution: '4k' }
  expect(isOneForAllSizes('gemini-3-pro-image', { price: 0.1 }, [])).toBe(true)
  expect(isOneForAllSizes('gemini-3-pro-image', { price: 0.1 }, [{ when, set: { price: 0.2 } }])).toBe(false)
  expect(isOneForAllSizes('gemini-3-pro-image', { price: 0 }, [])).toBe(false)
  expect(isOneForAllSizes('gemini-3-pro-image', { ratio: 1 }, [])).toBe(false)
  expect(isOneForAllSizes('dall-e-3', { price: 0.1 }, [])).toBe(false)
})
