import { expect, test } from 'bun:test'
import { findColumnsToHide, withFlexibleWidths } from './fit-columns.ts'

const columns = [
  { key: 'id', width: 50, givesWay: 2 },
  { key: 'name', width: 200 },
  { key: 'models', width: 80, givesWay: 1 },
  { key: 'actions', width: 150 },
]
const hiddenColumns = (available: number, chosen: string[] = []) =>
  findColumnsToHide(columns, { available, ownWidth: 20, chosen: new Set(chosen) })

test('columns are hidden in their order until the others fit', () => {
  expect(hiddenColumns(500)).toEqual([])
  expect(hiddenColumns(499)).toEqual(['models'])
  expect(hiddenColumns(420)).toEqual(['models'])
  expect(hiddenColumns(419)).toEqual(['models', 'id'])
  expect(hiddenColumns(100)).toEqual(['models', 'id'])
})

test('a column that the user chose stays', () => {
  expect(hiddenColumns(499, ['models'])).toEqual(['id'])
})

test('a flexible column takes the remaining width, and never less than its width', () => {
  const flexible = columns.map((column) => ({ ...column, flexible: column.key === 'name' }))
  const widths = (available: number) => Object.fromEntries(withFlexibleWidths(flexible, { available, ownWidth: 20 }))
  expect(widths(718)).toEqual({ id: 50, name: 400, models: 80, actions: 150 })
  expect(widths(300)).toEqual({ id: 50, name: 200, models: 80, actions: 150 })
})
