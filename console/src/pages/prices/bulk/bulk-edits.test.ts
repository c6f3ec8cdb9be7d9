import { expect, test } from 'bun:test'
import { priceOfRow } from '../changes/model-price.ts'
import { sheetRowOf } from '../test-rows.ts'
import { type BulkEdit, bulkEdits } from './bulk-edits.ts'

const rows = [
  sheetRowOf({ model: 'a', fields: { ratio: 1, completion_ratio: 4 } }),
  sheetRowOf({
    model: 'b',
    fields: { price: 0.1 },
    cost: { origin: 'none', fields: null, share: null, entry: null },
    list: null,
  }),
  sheetRowOf({ model: 'c', fields: {}, list: null }),
  sheetRowOf({ model: 'd', fields: {}, expression: 'p * 2' }),
]
const models = rows.map((row) => ({
  row,
  before: priceOfRow(row),
  price: priceOfRow(row),
  own: new Set<string>(row.set),
}))
const resultOf = (edit: BulkEdit) => bulkEdits(models, edit, 500_000)

test('a price is set where it can be', () => {
  expect(resultOf({ kind: 'set', figure: 'input', dollars: 3 })).toEqual({
    edits: [
      ['a', { fields: { ratio: 1.5, completion_ratio: 2.666666666667 } }],
      ['c', { fields: { ratio: 1.5 } }],
    ],
    same: 0,
    impossible: ['b', 'd'],
  })
})

test('a factor changes the whole price or one figure', () => {
  expect(resultOf({ kind: 'factor', figure: 'all', factor: 1.1 }).edits).toEqual([
    ['a', { fields: { ratio: 1.1 } }],
    ['b', { fields: { price: 0.11 } }],
  ])
  expect(resultOf({ kind: 'factor', figure: 'output', factor: 2 }).edits).toEqual([
    ['a', { fields: { completion_ratio: 8 } }],
  ])
  expect(resultOf({ kind: 'factor', figure: 'all', factor: 1 }).same).toBe(2)
})

test('a margin on the cost replaces the price by the cost with the margin', () => {
  expect(resultOf({ kind: 'cost', percent: 20 })).toEqual({
    edits: [
      ['a', { fields: { ratio: 1.05 } }],
      ['c', { fields: { ratio: 1.05, completion_ratio: 4 } }],
    ],
    same: 0,
    impossible: ['b', 'd'],
  })
})

test('prices of the maker are taken where its list has them', () => {
  const { edits, impossible } = resultOf({ kind: 'list' })
  expect(edits.map(([model]) => model)).toEqual(['a', 'd'])
  expect(impossible).toEqual(['b', 'c'])
})

test('a removal leaves nothing of a price', () => {
  expect(resultOf({ kind: 'remove' }).edits).toEqual([
    ['a', { fields: { ratio: null, completion_ratio: null } }],
    ['b', { fields: { price: null } }],
    ['d', { expression: null }],
  ])
})
