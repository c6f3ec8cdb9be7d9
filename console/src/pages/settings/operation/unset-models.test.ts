import { expect, test } from 'bun:test'
import { parsePriceTables, writePrices } from './price-rows.ts'
import { batchEdits, fillFault, readBatchFill, stillUnset } from './unset-models.ts'

const texts = { ModelPrice: '{"p":1}', ModelRatio: '{"r":1}', CompletionRatio: '{"c":2}' }
function filled(names: string[], values: Parameters<typeof batchEdits>[2], from = texts) {
  const tables = parsePriceTables(from)
  if (tables === null) throw new Error('unreadable')
  const next = { ...from, ...writePrices(tables, tables, batchEdits(tables, names, values)) }
  const remaining = (keyword = '') =>
    stillUnset([{ model: 'c' }, { model: 'new' }], parsePriceTables(next) ?? tables, keyword)
  return { next, remaining: (keyword?: string) => remaining(keyword).map(({ model }) => model) }
}
const objects = ({ next }: ReturnType<typeof filled>) =>
  [next.ModelPrice, next.ModelRatio, next.CompletionRatio].map((text) => JSON.parse(text))

test('a model with neither a price nor a ratio is unset, even with a completion ratio', () => {
  expect(filled([], {}).remaining()).toEqual(['c', 'new'])
  expect(filled([], {}).remaining(' NE')).toEqual(['new'])
  expect(filled(['new'], { completionRatio: 2 }).remaining()).toEqual(['c', 'new'])
})

test('a model that gets a price leaves the list, and keeps its completion ratio', () => {
  const set = filled(['c', 'new'], { ratio: 2 })
  expect(set.remaining()).toEqual([])
  expect(objects(set)).toEqual([{ p: 1 }, { r: 1, c: 2, new: 2 }, { c: 2 }])
})

test('a price clears ratios, a ratio clears a price', () => {
  expect(objects(filled(['r', 'c'], { price: 0.5 }))).toEqual([{ p: 1, r: 0.5, c: 0.5 }, {}, {}])
  expect(objects(filled(['p'], { completionRatio: 3 }))).toEqual([{}, { r: 1 }, { c: 2, p: 3 }])
  expect(objects(filled(['p'], { ratio: 1, completionRatio: 3 }))).toEqual([{}, { r: 1, p: 1 }, { c: 2, p: 3 }])
})

test('a batch input is parsed, or refused for its first fault', () => {
  const fill = (type: 'price' | 'bothRatio', value: string, completionRatio = '', selected = 1) =>
    readBatchFill({ type, value, completionRatio }, selected)
  expect(fill('price', '1', '', 0)).toEqual({ ok: false, fault: 'noModels' })
  expect(fill('bothRatio', '1')).toEqual({ ok: false, fault: 'bothRequired' })
  expect(fill('price', ' ')).toEqual({ ok: false, fault: 'valueRequired' })
  expect(fill('price', 'x')).toEqual({ ok: false, fault: 'notNumber' })
  expect(fill('bothRatio', '1', '-2')).toEqual({ ok: false, fault: 'notNumber' })
  expect(fillFault('bothRatio', '')).toBe('bothRequired')
  expect(fillFault('ratio', '1')).toBeNull()
  expect(fill('price', '0.5')).toEqual({ ok: true, values: { price: 0.5 } })
  expect(fill('bothRatio', '1', '2')).toEqual({ ok: true, values: { ratio: 1, completionRatio: 2 } })
})

test('thousands of models are set at once', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `model-${index}`)
  expect(Object.keys(objects(filled(names, { price: 1 }))[0])).toHaveLength(5_001)
})
