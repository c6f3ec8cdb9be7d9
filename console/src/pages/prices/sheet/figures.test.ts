import { expect, test } from 'bun:test'
import { dollarsOf, type FigureKey, figureValueOf, isOfKind, marginOf, scaled, withValue } from './figures.ts'

const own = new Set(['completion_ratio', 'cache_ratio', 'audio_ratio', 'audio_completion_ratio'])
const dollars = { unit: 'dollars', quotaPerUnit: 500_000, own } as const
const ratios = { unit: 'ratios', quotaPerUnit: 500_000, own } as const
const price = { ratio: 1.25, completion_ratio: 4, cache_ratio: 0.1, audio_ratio: 8, audio_completion_ratio: 2 }

const changed = (...[fields, key, value, units]: Parameters<typeof withValue>) => {
  const result = withValue(fields, key, value, units)
  if (!result.ok) throw new Error(result.fault)
  return result.fields
}
const faultOf = (...input: Parameters<typeof withValue>) => {
  const result = withValue(...input)
  return result.ok ? null : result.fault
}

test('figures are dollars for a million tokens, or the stored ratios', () => {
  expect(dollarsOf(price, 'input', 500_000)).toBe(2.5)
  expect(dollarsOf(price, 'output', 500_000)).toBe(10)
  expect(dollarsOf(price, 'cacheRead', 500_000)).toBe(0.25)
  expect(dollarsOf(price, 'audioOutput', 500_000)).toBe(40)
  expect(dollarsOf(price, 'imageInput', 500_000)).toBeNull()
  expect(dollarsOf({ price: 0.04 }, 'call', 500_000)).toBe(0.04)
  expect(figureValueOf(price, 'output', ratios)).toBe(4)
  expect(figureValueOf({ completion_ratio: 4 }, 'output', dollars)).toBeNull()
})

test('in dollars no other figure changes with one', () => {
  const dearer = changed(price, 'input', 3, dollars)
  expect(dearer.ratio).toBe(1.5)
  for (const key of ['output', 'cacheRead', 'audioInput', 'audioOutput'] as const) {
    expect(dollarsOf(dearer, key, 500_000)).toBe(dollarsOf(price, key, 500_000))
  }
  const audio = changed(price, 'audioInput', 40, dollars)
  expect(dollarsOf(audio, 'audioOutput', 500_000)).toBe(40)
  expect(changed(price, 'output', 12.5, dollars).completion_ratio).toBe(5)
})

test('a figure that follows from the name goes on to do so', () => {
  const byName = { ...dollars, own: new Set<string>() }
  expect(changed(price, 'input', 3, byName)).toEqual({ ...price, ratio: 1.5 })
})

test('in ratios only the typed one changes', () => {
  expect(changed(price, 'input', 3, ratios)).toEqual({ ...price, ratio: 3 })
  expect(changed(price, 'output', null, ratios)).not.toHaveProperty('completion_ratio')
})

test('a figure that multiplies a missing or free one says so', () => {
  expect(faultOf({}, 'output', 1, dollars)).toBe('inputFirst')
  expect(faultOf({ ratio: 0 }, 'output', 1, dollars)).toBe('inputFree')
  expect(faultOf({ ratio: 1 }, 'audioOutput', 1, dollars)).toBe('audioFirst')
  expect(faultOf({ ratio: 1, audio_ratio: 0 }, 'audioOutput', 1, dollars)).toBe('audioFree')
  expect(faultOf({ price: 1 }, 'input', 1, dollars)).toBe('perCall')
  expect(faultOf({ ratio: 1 }, 'input', 1e12, ratios)).toBe('tooLarge')
})

test('a free input keeps the ratios of the others', () => {
  expect(changed(price, 'input', 0, dollars)).toEqual({ ...price, ratio: 0 })
  expect(changed({ ...price, ratio: 0 }, 'input', 2, dollars)).toEqual({ ...price, ratio: 1 })
})

test('a factor scales the whole price', () => {
  expect(scaled(price, 1.1)).toEqual({ ...price, ratio: 1.375 })
  expect(scaled({ price: 0.1 }, 3)).toEqual({ price: 0.3 })
})

test('the margin is a share of the sale price, and unknown without a cost of the same kind', () => {
  expect(marginOf({ ratio: 2 }, { ratio: 1.5 })).toBe(25)
  expect(marginOf({ price: 1 }, { price: 2 })).toBe(-100)
  expect(marginOf({ ratio: 2 }, { price: 2 })).toBeNull()
  expect(marginOf({ ratio: 0 }, { ratio: 1 })).toBeNull()
  expect(marginOf({ ratio: 2 }, null)).toBeNull()
})

test('prices by the second and by the character are dollars in either unit, and of one kind with no other', () => {
  const bySecond = { second_price: 0.0001 }
  expect(figureValueOf(bySecond, 'second', ratios)).toBe(0.0001)
  expect(changed({}, 'second', 0.4, dollars)).toEqual({ second_price: 0.4 })
  expect(changed({}, 'characters', 15, ratios)).toEqual({ character_price: 15 })
  expect(faultOf(price, 'second', 1, dollars)).toBe('otherKind')
  expect(faultOf({ price: 0.04 }, 'characters', 1, dollars)).toBe('perCall')
  expect(changed(bySecond, 'second', null, dollars)).toEqual({})
  expect(scaled(bySecond, 3)).toEqual({ second_price: 0.0003 })
  expect(marginOf({ second_price: 0.4 }, { second_price: 0.3 })).toBeCloseTo(25)
  expect(marginOf({ second_price: 0.4 }, price)).toBeNull()
  expect(['input', 'second', 'call'].map((key) => isOfKind(bySecond, key as FigureKey))).toEqual([false, true, false])
})
