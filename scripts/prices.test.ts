import { expect, test } from 'bun:test'
import type { ModelInfo, ModelPrice } from '@pydantic/genai-prices'
import { buildEmptyTables } from './build-default-prices.ts'
import { buildListedPrice } from './data-set-prices.ts'
import { diffPriceTables } from './diff-price-tables.ts'
import { describeDifference } from './prices.ts'

const asOf = new Date('2026-11-21')
const tier = (base: number, ...tiers: [start: number, price: number][]) => ({
  base,
  tiers: tiers.map(([start, price]) => ({ start, price })),
})
const buildModel = (prices: ModelInfo['prices']): ModelInfo => ({ id: 'm', match: { equals: 'm' }, prices })
const listed = (prices: ModelInfo['prices']) => buildListedPrice(buildModel(prices), asOf)
const flat = (input_mtok: number, output_mtok: number): ModelPrice => ({ input_mtok, output_mtok })

test('prices of all kinds become ratios', () => {
  const prices = {
    input_mtok: 4,
    output_mtok: 16,
    cache_read_mtok: 0.4,
    cache_write_mtok: 5,
    input_image_mtok: 5,
    output_image_mtok: 32,
    input_audio_mtok: 32,
    output_audio_mtok: 64,
    cache_audio_read_mtok: 0.4,
  }
  expect(listed(prices)).toEqual({
    fields: {
      ratio: 2,
      completion_ratio: 4,
      cache_ratio: 0.1,
      create_cache_ratio: 1.25,
      image_ratio: 1.25,
      image_completion_ratio: 8,
      audio_ratio: 8,
      audio_completion_ratio: 2,
      audio_cache_ratio: 0.0125,
    },
    rules: [],
  })
})

test('steps by the length of the prompt become rules, longest first, as factors', () => {
  const prices = { input_mtok: tier(1, [100, 2], [200, 4]), output_mtok: tier(8, [100, 12], [200, 32]) }
  expect(listed(prices)?.rules).toEqual([
    { when: { input_over: 200 }, set: { factor: 4 } },
    { when: { input_over: 100 }, set: { factor: 2, completion_ratio: 6 } },
  ])
})

test('a future price becomes a rule, a past one the current price', () => {
  const prices = [
    { prices: flat(1, 2) },
    { prices: flat(2, 4), constraint: { type: 'start_date' as const, start_date: '2026-11-21' } },
    { prices: flat(6, 12), constraint: { type: 'start_date' as const, start_date: '2027-01-01' } },
  ]
  expect(listed(prices)).toEqual({
    fields: { ratio: 1, completion_ratio: 2 },
    rules: [{ when: { from: '2027-01-01' }, set: { factor: 3 } }],
  })
})

const hours = (start_time: string, end_time: string) => ({
  type: 'time_of_date' as const,
  start_time,
  end_time,
})

test('the more expensive time of day is the price, and the rest of the day a discount', () => {
  const prices = [{ prices: flat(1, 2) }, { prices: flat(2, 8), constraint: hours('00:30:00Z', '16:30:00Z') }]
  expect(listed(prices)).toEqual({
    fields: { ratio: 1, completion_ratio: 4 },
    rules: [{ when: { between: ['16:30', '00:30'] }, set: { factor: 0.5, completion_ratio: 2 } }],
  })
})

test('several more expensive times of day become rules', () => {
  const prices = [
    { prices: flat(1, 2) },
    { prices: flat(2, 4), constraint: hours('01:00:00Z', '04:00:00Z') },
    { prices: flat(3, 6), constraint: hours('06:00:00Z', '10:00:00Z') },
  ]
  expect(listed(prices)?.rules).toEqual([
    { when: { between: ['06:00', '10:00'] }, set: { factor: 3 } },
    { when: { between: ['01:00', '04:00'] }, set: { factor: 2 } },
  ])
})

test('an unknown form stops the refresh instead of being guessed', () => {
  const prices = [{ prices: flat(1, 2) }, { prices: flat(2, 4), constraint: hours('01:00:30Z', '04:00:00+02:00') }]
  expect(() => listed(prices)).toThrow('not a time in whole minutes')
})

test('an hour of audio counts as 60 000 tokens', () => {
  expect(listed({ audio_hours: 0.36, input_audio_hours: 0.36 })?.fields).toMatchObject({ ratio: 3 })
})

test('a price with parts that no option can express is omitted', () => {
  expect(listed({ ...flat(1, 2), requests_kcount: 5 })).toBeNull()
  expect(listed({ ...flat(1, 2), input_image_mtok: 1, input_video_mtok: 9 })).toBeNull()
  expect(listed({ input_document_kpages: 1 })).toBeNull()
  expect(listed(flat(0, 2))).toBeNull()
  expect(listed(flat(0, 0))?.fields).toMatchObject({ ratio: 0 })
})

const tables = buildEmptyTables()

test('tables are compared in dollars: additions, removals and changes', () => {
  const rule = { when: { input_over: 10 }, set: { factor: 2 } }
  const before = {
    ...tables,
    ModelRatio: { old: 1, same: 1, dearer: 1, stepped: 1 },
    CompletionRatio: { same: 1 },
    ModelPrice: { art: 0.04 },
  }
  const after = {
    ...tables,
    // By the rules the completion ratio of `same` is also 1: nothing changes.
    ModelRatio: { new: 0.5, same: 1, dearer: 1.25, stepped: 1 },
    CacheRatio: { dearer: 0.1 },
    ModelPrice: { art: 0.08 },
    PriceRules: { stepped: [rule] },
  }
  const differences = diffPriceTables(before, after)
  expect(differences.map(({ model, kind }) => `${model} ${kind}`)).toEqual([
    'art changed',
    'dearer changed',
    'new added',
    'old removed',
    'stepped changed',
  ])
  expect(differences.map(describeDifference)).toEqual([
    '~ art  call $0.04 → $0.08',
    '~ dearer  input $2 → $2.5, output $2 → $2.5, cache read — → $0.25',
    '+ new  input $1, output $1',
    '- old  no price any more',
    '~ stepped  rules [] → [{"when":{"input_over":10},"set":{"factor":2}}]',
  ])
  expect(diffPriceTables(after, after)).toEqual([])
})
