import { expect, test } from 'bun:test'
import {
  buildPriceRows,
  type PriceEdit,
  type PriceTables,
  type PriceTexts,
  parsePriceTables,
  searchRows,
  settlePricing,
  writePrices,
} from './price-rows.ts'

const texts: PriceTexts = {
  ModelPrice: '{"dall-e-3":0.04}',
  ModelRatio: '{"gpt-4o":1.25,"gpt-4o-mini":0.075}',
  CompletionRatio: '{"gpt-4o":4}',
}
function tablesOf(given: PriceTexts): PriceTables {
  const tables = parsePriceTables(given)
  if (tables === null) throw new Error('unreadable')
  return tables
}
const stored = tablesOf(texts)
const written = (edits: PriceEdit[], draft = stored) => writePrices(stored, draft, edits)
const after = (edits: PriceEdit[], draft = stored) => {
  const before = Object.fromEntries(
    Object.entries(draft).map(([key, table]) => [key, JSON.stringify(Object.fromEntries(table))]),
  )
  return tablesOf({ ...(before as PriceTexts), ...written(edits, draft) })
}
const tokens = (ratio: number | null, completionRatio: number | null) => ({
  price: null,
  ratio,
  completionRatio,
})

test('each model in any table has a row, sorted by name', () => {
  const plain = { change: 'none', isConflicting: false } as const
  expect(buildPriceRows(stored, stored)).toEqual([
    { name: 'dall-e-3', price: 0.04, ratio: null, completionRatio: null, ...plain },
    { name: 'gpt-4o', ...tokens(1.25, 4), ...plain },
    { name: 'gpt-4o-mini', ...tokens(0.075, null), ...plain },
  ])
})

test('changes mark their rows; removed rows keep their figures', () => {
  const draft = after([
    ['gpt-4o', tokens(2, 4)],
    ['new', tokens(1, null)],
    ['dall-e-3', null],
  ])
  const rows = buildPriceRows(stored, draft)
  expect(rows.map(({ name, change }) => [name, change])).toEqual([
    ['dall-e-3', 'removed'],
    ['gpt-4o', 'changed'],
    ['gpt-4o-mini', 'none'],
    ['new', 'added'],
  ])
  expect(rows[0]?.price).toBe(0.04)
})

test('only the options that an edit changes are written', () => {
  const { ModelRatio = '', ...others } = written([['gpt-4o', tokens(2, 4)]])
  expect(JSON.parse(ModelRatio)).toEqual({ 'gpt-4o': 2, 'gpt-4o-mini': 0.075 })
  expect(others).toEqual({})
  expect(written([['gpt-4o', tokens(1.25, 4)]])).toEqual({})
})

test('an undone edit restores the text, including the order of its entries', () => {
  const draft = after([['gpt-4o', null]])
  expect(draft.ModelRatio.has('gpt-4o')).toBe(false)
  const { ModelRatio = '', CompletionRatio = '' } = written([['gpt-4o', tokens(1.25, 4)]], draft)
  expect(JSON.stringify(JSON.parse(ModelRatio))).toBe(texts.ModelRatio)
  expect(JSON.stringify(JSON.parse(CompletionRatio))).toBe(texts.CompletionRatio)
})

test('a fixed price clears the ratios, and the ratios the price', () => {
  const byCall = after([['gpt-4o', settlePricing({ price: 0.1, ratio: 1.25, completionRatio: 4 })]])
  expect(byCall.ModelPrice.get('gpt-4o')).toBe(0.1)
  expect(byCall.ModelRatio.has('gpt-4o') || byCall.CompletionRatio.has('gpt-4o')).toBe(false)
  const byTokens = after([['dall-e-3', settlePricing(tokens(1, 2))]])
  expect(byTokens.ModelPrice.size).toBe(0)
  expect(byTokens.ModelRatio.get('dall-e-3')).toBe(1)
})

test('prices of both kinds are marked as a conflict', () => {
  const both = tablesOf({ ModelPrice: '{"a":1}', ModelRatio: '{"a":1}', CompletionRatio: '{}' })
  expect(buildPriceRows(both, both)[0]?.isConflicting).toBe(true)
})

test('an unreadable text has no tables', () => {
  expect(parsePriceTables({ ...texts, ModelRatio: '{' })).toBeNull()
})

test('a search finds parts of names, case-insensitively', () => {
  expect(searchRows(buildPriceRows(stored, stored), ' 4O-M ').map(({ name }) => name)).toEqual(['gpt-4o-mini'])
})
