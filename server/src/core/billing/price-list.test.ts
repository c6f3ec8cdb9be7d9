import { describe, expect, test } from 'bun:test'
import { isSoundPriced } from './audio-ratio.ts'
import type { RatioPrice } from './model-price.ts'
import type { PriceOptions } from './price-fields.ts'
import { createPriceList } from './price-list.ts'
import { priceFor } from './price-plan.ts'
import { listed, noPrices, perCall } from './test-prices.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function ratioPriceOf(model: string, options: Partial<PriceOptions> = {}): RatioPrice {
  const priceList = createPriceList({ ...noPrices, ModelRatio: { [model]: 1 }, ...options })
  const price = priceList.priceOf(model, now)?.base
  if (price?.kind !== 'ratio') throw new Error(`${model} is not priced by ratio`)
  return price
}

const completionRatios: [model: string, ratio: number][] = [
  ['gpt-4o-2024-05-13', 3],
  ['gpt-4o', 4],
  ['gpt-4o-mini', 4],
  ['gpt-4.5-preview', 2],
  ['gpt-4.5-preview-2025-02-27', 2],
  ['gpt-4-turbo', 3],
  ['gpt-4-turbo-preview', 3],
  ['gpt-4-1106', 3],
  ['gpt-4-1105', 3],
  ['gpt-4', 2],
  ['gpt-4-32k', 2],
  ['gpt-4.1', 2],
  ['gpt-4-all', 1],
  ['gpt-4o-all', 1],
  ['o1', 4],
  ['o1-mini', 4],
  ['o3-mini', 4],
  ['chatgpt-4o-latest', 3],
  ['claude-instant-1', 3],
  ['claude-2.1', 3],
  ['anthropic.claude-2', 3],
  ['claude-3-opus-20240229', 5],
  ['anthropic/claude-3-7-sonnet', 5],
  ['gpt-3.5-turbo', 3],
  ['gpt-3.5-turbo-0125', 3],
  ['gpt-3.5-turbo-1106', 2],
  ['gpt-3.5-turbo-16k', 4 / 3],
  ['mistral-large-latest', 3],
  ['gemini-1.5-pro', 4],
  ['gemini-2.0-flash', 4],
  ['gemini-2.5-pro-preview-03-25', 8],
  ['gemini-2.5-flash', 4],
  ['command-r', 3],
  ['command-r-plus', 5],
  ['command-r-08-2024', 4],
  ['command-r-plus-08-2024', 4],
  ['command-nightly', 4],
  ['deepseek-chat', 4],
  ['DeepSeek-Reasoner', 4],
  ['ERNIE-Speed-8K', 2],
  ['ERNIE-Lite-8K-0308', 2],
  ['ERNIE-Character-8K', 2],
  ['ERNIE-Functions-8K', 2],
  ['llama2-70b-4096', 1.25],
  ['llama3-8b-8192', 2],
  ['llama3-70b-8192', 0.79 / 0.59],
  ['text-embedding-3-small', 1],
  ['anything-else', 1],
]

test.each(completionRatios)('output of %s costs %d times its input', (model, ratio) => {
  expect(ratioPriceOf(model).completionRatio).toBe(ratio)
})

test.each(completionRatios)("an operator's entry for %s wins over the rule", (model) => {
  expect(ratioPriceOf(model, { CompletionRatio: { [model]: 7.5 } }).completionRatio).toBe(7.5)
  expect(ratioPriceOf(model, { CompletionRatio: { [model]: 0 } }).completionRatio).toBe(0)
})

const audioRatios: [model: string, ratio: number][] = [
  ['gpt-4o-realtime-preview-2024-12-17', 8],
  ['gpt-4o-mini-realtime-preview', 10 / 0.6],
  ['gpt-4o-realtime-preview', 20],
  ['gpt-4o-audio-preview-2024-12-17', 16],
  ['gpt-4o-mini-audio-preview', 10 / 0.15],
  ['gpt-4o-audio-preview', 40],
  ['gpt-4o', 1],
]

test.each(audioRatios)('audio of %s costs %d times its text unless set', (model, ratio) => {
  expect(ratioPriceOf(model)).toMatchObject({ audioRatio: ratio, audioCompletionRatio: 2 })
  const set = { AudioRatio: { [model]: 3 }, AudioCompletionRatio: { [model]: 4 }, ImageRatio: { [model]: 5 } }
  expect(ratioPriceOf(model, set)).toMatchObject({ audioRatio: 3, audioCompletionRatio: 4, imageRatio: 5 })
})

test('a fixed price wins over a ratio, also at 0', () => {
  const priceList = createPriceList({ ...noPrices, ModelRatio: { a: 1, b: 1 }, ModelPrice: { a: 0.04, b: 0 } })
  expect(priceList.priceOf('a', now)?.base).toEqual(perCall(0.04))
  expect(priceList.priceOf('b', now)?.base).toEqual(perCall(0))
})

test('a model without price and ratio is unpriced; a ratio of 0 is a price', () => {
  const priceList = createPriceList({ ...noPrices, ModelRatio: { free: 0 } })
  expect(priceList.priceOf('unknown', now)).toBeNull()
  expect(priceList.priceOf('free', now)?.base).toMatchObject({ kind: 'ratio', ratio: 0 })
})

test('names of object properties are not prices', () => {
  const priceList = createPriceList({ ...noPrices, ModelRatio: { m: 1 } })
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
    expect(priceList.priceOf(name, now)).toBeNull()
  }
  const own = createPriceList({ ...noPrices, ModelRatio: JSON.parse('{"__proto__":2}') })
  expect(own.priceOf('__proto__', now)?.base).toMatchObject({ ratio: 2 })
})

test('an invalid entry counts as none', () => {
  const priceList = createPriceList({
    ...noPrices,
    ModelRatio: { a: -1, b: Number.NaN, c: Number.POSITIVE_INFINITY },
  })
  for (const name of ['a', 'b', 'c']) expect(priceList.priceOf(name, now)).toBeNull()
})

test('reading from a cache costs what fresh input costs unless set', () => {
  expect(ratioPriceOf('m').cacheReadRatio).toBe(1)
  expect(ratioPriceOf('m', { CacheRatio: { m: 0.25 } }).cacheReadRatio).toBe(0.25)
})

test('a one-hour cache write has its own entry, in a rule, too', () => {
  const set = { CreateCacheRatio: { m: 1.2 }, CreateCache1hRatio: { m: 2 } }
  expect(ratioPriceOf('m', set)).toMatchObject({ cacheWrite5mRatio: 1.2, cacheWrite1hRatio: 2 })
  const rule = { when: { input_over: 10 }, set: { create_cache_1h_ratio: 3 } }
  const priceList = createPriceList({ ...noPrices, ModelRatio: { m: 1 }, ...set, PriceRules: { m: [rule] } })
  expect(priceList.priceOf('m', now)?.steps[0]?.price).toMatchObject({
    cacheWrite5mRatio: 1.2,
    cacheWrite1hRatio: 3,
  })
})

test('the output of speech models is audio, at their output price unless audio has one', () => {
  const ratio = { ModelRatio: { 'a-tts': 1, 'tts-1': 1 }, CompletionRatio: { 'a-tts': 20, 'tts-1': 20 } }
  expect(ratioPriceOf('a-tts', ratio)).toMatchObject({ audioRatio: 1, audioCompletionRatio: 20 })
  expect(ratioPriceOf('tts-1', ratio)).toMatchObject({ audioCompletionRatio: 2 })
  expect(ratioPriceOf('a-tts', { ...ratio, AudioRatio: { 'a-tts': 5 } })).toMatchObject({
    audioRatio: 5,
    audioCompletionRatio: 2,
  })
  expect(isSoundPriced('a-tts', ratio)).toBe(true)
  expect(isSoundPriced('tts-1', ratio)).toBe(false)
  expect(isSoundPriced('voice', { CompletionRatio: {}, AudioCompletionRatio: { voice: 3 } })).toBe(true)
  expect(isSoundPriced('b-tts', ratio)).toBe(false)
})

test('cache writes: 1.25 and 2 for Claude, 1 elsewhere, otherwise the entry and 1.6 times the entry', () => {
  const claude = { cacheWrite5mRatio: 1.25, cacheWrite1hRatio: 2 }
  expect(ratioPriceOf('claude-sonnet-4-5')).toMatchObject(claude)
  expect(ratioPriceOf('anthropic/claude-3-haiku')).toMatchObject(claude)
  expect(ratioPriceOf('gpt-4o')).toMatchObject({ cacheWrite5mRatio: 1, cacheWrite1hRatio: 1 })
  const set = { CreateCacheRatio: { 'claude-x': 1.3, m: 1.1 } }
  expect(ratioPriceOf('claude-x', set)).toMatchObject({ cacheWrite5mRatio: 1.3, cacheWrite1hRatio: 2.08 })
  expect(ratioPriceOf('m', set)).toMatchObject({ cacheWrite5mRatio: 1.1, cacheWrite1hRatio: 1.76 })
})

test('cache writes cost 1.25 under any name when Claude answers, unless the name has an entry', () => {
  const priceList = createPriceList({
    ...noPrices,
    ModelRatio: { house: 2, own: 2, ruled: 2, 'claude-x': 2 },
    CreateCacheRatio: { own: 1.1 },
    PriceRules: { ruled: [{ when: { input_over: 9 }, set: { create_cache_ratio: 3 } }] },
    UnsetModelRatio: 4,
  })
  const claude = { ratio: 2, cacheWrite5mRatio: 1.25, cacheWrite1hRatio: 2 }
  const house = priceList.priceOf('house', now)
  expect(house?.base).toMatchObject({ ratio: 2, cacheWrite5mRatio: 1, cacheWrite1hRatio: 1 })
  expect(house?.byClaude?.base).toMatchObject(claude)
  expect(priceList.priceOf('own', now)?.byClaude).toBeUndefined()
  expect(priceList.priceOf('claude-x', now)?.byClaude).toBeUndefined()
  expect(priceList.priceOf('ruled', now)?.byClaude).toMatchObject({
    base: claude,
    steps: [{ inputOver: 9, price: { cacheWrite5mRatio: 3 } }],
  })
  expect(priceList.unsetPriceOf('nobody', now)?.byClaude?.base).toMatchObject({ ...claude, ratio: 4 })
})

test('custom GPTs share the entries of their family unless they have their own', () => {
  const priceList = createPriceList({
    ...noPrices,
    ModelPrice: { 'gpt-4-gizmo-*': 0.1 },
    ModelRatio: { 'gpt-4-gizmo-*': 15, 'gpt-4o-gizmo-*': 2.5, 'gpt-4o-gizmo-own': 9 },
    CompletionRatio: { 'gpt-4o-gizmo-*': 3 },
  })
  expect(priceList.priceOf('gpt-4-gizmo-g-abc', now)?.base).toEqual(perCall(0.1))
  expect(priceList.priceOf('gpt-4o-gizmo-g-abc', now)?.base).toMatchObject({ ratio: 2.5, completionRatio: 3 })
  expect(priceList.priceOf('gpt-4o-gizmo-own', now)?.base).toMatchObject({ ratio: 9, completionRatio: 3 })
  expect(priceList.priceOf('gpt-4-turbo', now)).toBeNull()
})

test('a price is computed once, and memory is bounded for any number of names', () => {
  const priceList = createPriceList({ ...noPrices, ModelRatio: { m: 1, 'gpt-4o-gizmo-*': 2.5 } })
  expect(priceList.priceOf('m', now)).toBe(priceList.priceOf('m', now))
  const first = priceList.priceOf('m', now)
  for (let index = 0; index < 6000; index++) priceList.priceOf(`gpt-4o-gizmo-${index}`, now)
  expect(priceList.priceOf('m', now)).not.toBe(first) // evicted, and computed again
  expect(priceList.priceOf('m', now)).toEqual(first)
})

test('output images cost what output text costs, and cached audio what cached text costs, by default', () => {
  const options = { CompletionRatio: { m: 8 }, CacheRatio: { m: 0.1 } }
  expect(ratioPriceOf('m', options)).toMatchObject({ imageCompletionRatio: 8, audioCacheRatio: 0.1 })
  const set = { ...options, ImageCompletionRatio: { m: 100 }, AudioCacheRatio: { m: 0.0125 } }
  expect(ratioPriceOf('m', set)).toMatchObject({ imageCompletionRatio: 100, audioCacheRatio: 0.0125 })
})

test('reasoning that an upstream prices apart costs what output text costs, or the price by name or rule', () => {
  expect(ratioPriceOf('m', { CompletionRatio: { m: 8 } }).reasoningRatio).toBeUndefined()
  expect(ratioPriceOf('sonar-deep-research', {})).toMatchObject({ reasoningRatio: 1.5 })
})

test('a price that depends on the time is computed for the instant of the call, others once', () => {
  const rules = { m: [{ when: { between: ['00:00', '08:00'] as [string, string] }, set: { factor: 0.5 } }] }
  const priceList = createPriceList({ ...noPrices, ModelRatio: { m: 1 }, PriceRules: rules })
  expect(priceList.priceOf('m', Date.parse('2026-11-20T04:00:00Z'))?.base).toMatchObject({ factor: 0.5 })
  expect(priceList.priceOf('m', now)?.base).toMatchObject({ factor: 1, rule: null })
  expect(priceList.planOf('m')).toMatchObject({ base: { factor: 1 }, rules: [{ price: { factor: 0.5 } }] })
})

test('rules change a price, but do not create one', () => {
  const rules = { m: [{ when: { input_over: 1 }, set: { ratio: 3 } }] }
  const priceList = createPriceList({ ...noPrices, PriceRules: rules })
  expect(priceList.priceOf('m', now)).toBeNull()
  expect(priceList.planOf('m')).toBeNull()
})

test('names of object properties are not rules', () => {
  const priceList = createPriceList({ ...noPrices, ModelRatio: { constructor: 1 }, PriceRules: {} })
  expect(priceList.priceOf('constructor', now)?.steps).toEqual([])
})

describe('prices by the second and by the character', () => {
  const bySecond = { kind: 'per_call', unit: 'second', price: 0.1 } as const
  const entry = { SecondPrice: { m: 0.1 }, CharacterPrice: { m: 15 } }

  test('apply where a model has neither a fixed price nor a ratio', () => {
    expect(listed('m', entry).base).toMatchObject(bySecond)
    expect(listed('m', { CharacterPrice: { m: 15 } }).base).toMatchObject({ unit: 'character', price: 15 })
    expect(listed('m', { ...entry, ModelRatio: { m: 1 } }).base).toMatchObject({ kind: 'ratio', ratio: 1 })
    const fixed = listed('m', { ...entry, ModelPrice: { m: 0.04 } }).base
    expect(fixed).toMatchObject({ kind: 'per_call', price: 0.04 })
    expect(fixed).not.toHaveProperty('unit')
  })

  test('of a rule replace a price of any kind, and the call price names all units', () => {
    const rules = [
      { when: { resolution: '4k' }, set: { second_price: 0.2 } },
      { when: { resolution: '1k' }, set: { price: 1 } },
      { when: { resolution: '2k' }, set: { ratio: 3 } },
    ]
    const priceOf = (options: Partial<PriceOptions>, resolution: string) =>
      priceFor(listed('m', { ...options, PriceRules: { m: rules } }), 0, { resolution })
    for (const options of [entry, { ModelPrice: { m: 0.04 } }, { ModelRatio: { m: 1 } }])
      expect(priceOf(options, '4k')).toMatchObject({ ...bySecond, price: 0.2 })
    expect(priceOf(entry, '1k')).not.toHaveProperty('unit')
    expect(priceOf(entry, '2k')).toMatchObject({ kind: 'ratio', ratio: 3 })
    expect(listed('m', { ModelRatio: { m: 1 }, PriceRules: { m: rules } }).units).toEqual(['second'])
    expect(listed('m', entry).units).toEqual(['second'])
    expect(listed('m', { ModelRatio: { m: 1 } })).not.toHaveProperty('units')
  })
})
