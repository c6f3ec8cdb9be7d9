import { expect, test } from 'bun:test'
import {
  applyEdits,
  buildPriceRows,
  buildPriceWrites,
  noEdits,
  parsePriceTables,
  searchRows,
  withEdit,
  withoutEdit,
} from './price-rows.ts'

const options = {
  ModelPrice: '{"dall-e-3":0.04}',
  ModelRatio: '{"gpt-4o":1.25,"gpt-4o-mini":0.075}',
  CompletionRatio: '{"gpt-4o":4}',
}
const tables = parsePriceTables(options)
const tokens = (ratio: number | null, completionRatio: number | null) => ({
  price: null,
  ratio,
  completionRatio,
})

test('a row for each model that any table names, by name', () => {
  expect(buildPriceRows(tables, noEdits)).toEqual([
    {
      name: 'dall-e-3',
      price: 0.04,
      ratio: null,
      completionRatio: null,
      change: 'none',
      isConflicting: false,
    },
    { name: 'gpt-4o', ...tokens(1.25, 4), change: 'none', isConflicting: false },
    { name: 'gpt-4o-mini', ...tokens(0.075, null), change: 'none', isConflicting: false },
  ])
})

test('edits mark their rows; what is to be removed keeps its figures', () => {
  let edits = withEdit(tables, noEdits, 'gpt-4o', tokens(2, 4))
  edits = withEdit(tables, edits, 'new', tokens(1, null))
  edits = withEdit(tables, edits, 'dall-e-3', null)
  const rows = buildPriceRows(tables, edits)
  expect(rows.map(({ name, change }) => [name, change])).toEqual([
    ['dall-e-3', 'removed'],
    ['gpt-4o', 'changed'],
    ['gpt-4o-mini', 'none'],
    ['new', 'added'],
  ])
  expect(rows[0]?.price).toBe(0.04)
  expect(withoutEdit(edits, 'dall-e-3').has('dall-e-3')).toBe(false)
})

test('an edit back to what is stored is none', () => {
  const edits = withEdit(tables, noEdits, 'gpt-4o', tokens(2, 4))
  expect(withEdit(tables, edits, 'gpt-4o', tokens(1.25, 4)).size).toBe(0)
  expect(withEdit(tables, noEdits, 'never-heard-of', null).size).toBe(0)
})

test('a price for a call clears the ratios, and the ratios the price', () => {
  const byCall = withEdit(tables, noEdits, 'gpt-4o', { price: 0.1, ratio: 1.25, completionRatio: 4 })
  const next = applyEdits(tables, byCall)
  expect([
    next.ModelPrice.get('gpt-4o'),
    next.ModelRatio.has('gpt-4o'),
    next.CompletionRatio.has('gpt-4o'),
  ]).toEqual([0.1, false, false])
  const byTokens = applyEdits(tables, withEdit(tables, noEdits, 'dall-e-3', tokens(1, 2)))
  expect(byTokens.ModelPrice.size).toBe(0)
  expect(byTokens.ModelRatio.get('dall-e-3')).toBe(1)
})

test('stored prices of both kinds are said to conflict', () => {
  const both = parsePriceTables({ ModelPrice: '{"a":1}', ModelRatio: '{"a":1}' })
  expect(buildPriceRows(both, noEdits)[0]?.isConflicting).toBe(true)
})

test('only the tables that change are written, whole', () => {
  const writes = buildPriceWrites(options, withEdit(tables, noEdits, 'gpt-4o', tokens(2, 4)))
  expect(writes.map(({ key, value }) => [key, JSON.parse(value)])).toEqual([
    ['ModelRatio', { 'gpt-4o': 2, 'gpt-4o-mini': 0.075 }],
  ])
  expect(buildPriceWrites(options, noEdits)).toEqual([])
})

test('a search finds parts of names in any case', () => {
  expect(searchRows(buildPriceRows(tables, noEdits), ' 4O-M ').map(({ name }) => name)).toEqual([
    'gpt-4o-mini',
  ])
})
