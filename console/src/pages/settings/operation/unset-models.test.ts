import { expect, test } from 'bun:test'
import { noEdits, parsePriceTables, withEdit } from './price-rows.ts'
import { readBatchFill, unsetModels, withBatch } from './unset-models.ts'

const tables = parsePriceTables({ ModelPrice: '{"p":1}', ModelRatio: '{"r":1}', CompletionRatio: '{"c":2}' })
const enabled = ['p', 'r', 'c', 'new', 'new']

test('what has neither a price nor a ratio is unset; a completion ratio alone is no price', () => {
  expect(unsetModels(enabled, tables, noEdits)).toEqual(['c', 'new'])
})

test('once set it drops off the list, and taken away it comes back', () => {
  const set = withBatch(tables, noEdits, ['c', 'new'], { ratio: 2 })
  expect(unsetModels(enabled, tables, set)).toEqual([])
  expect(set.get('c')).toEqual({ price: null, ratio: 2, completionRatio: 2 })
  expect(unsetModels(enabled, tables, withEdit(tables, noEdits, 'r', null))).toEqual(['r', 'c', 'new'])
})

test('a price clears ratios, a ratio clears a price', () => {
  const priced = withBatch(tables, noEdits, ['r'], { price: 0.5 })
  expect(priced.get('r')).toEqual({ price: 0.5, ratio: null, completionRatio: null })
  const byRatio = withBatch(tables, priced, ['r', 'p'], { completionRatio: 3 })
  expect(byRatio.get('r')).toEqual({ price: null, ratio: null, completionRatio: 3 })
  expect(byRatio.get('p')).toEqual({ price: null, ratio: null, completionRatio: 3 })
})

test('a fill is read, or refused for its first fault', () => {
  const fill = (type: 'price' | 'bothRatio', value: string, completionRatio = '', selected = 1) =>
    readBatchFill({ type, value, completionRatio }, selected)
  expect(fill('price', '1', '', 0)).toEqual({ ok: false, fault: 'noModels' })
  expect(fill('bothRatio', '1')).toEqual({ ok: false, fault: 'bothRequired' })
  expect(fill('price', ' ')).toEqual({ ok: false, fault: 'valueRequired' })
  expect(fill('price', 'x')).toEqual({ ok: false, fault: 'notNumber' })
  expect(fill('bothRatio', '1', '-2')).toEqual({ ok: false, fault: 'notNumber' })
  expect(fill('price', '0.5')).toEqual({ ok: true, values: { price: 0.5 } })
  expect(fill('bothRatio', '1', '2')).toEqual({ ok: true, values: { ratio: 1, completionRatio: 2 } })
})

test('thousands of models are set at once', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `model-${index}`)
  expect(withBatch(tables, noEdits, names, { price: 1 }).size).toBe(5_000)
})
