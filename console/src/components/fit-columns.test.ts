import { expect, test } from 'bun:test'
import { columnsWithoutRoom } from './fit-columns.ts'

const columns = [
  { key: 'id', width: 50, givesWay: 2 },
  { key: 'name', width: 200 },
  { key: 'models', width: 80, givesWay: 1 },
  { key: 'actions', width: 150 },
]
const leaving = (room: number, chosen: string[] = []) =>
  columnsWithoutRoom(columns, { room, ownWidth: 20, chosen: new Set(chosen) })

test('columns are hidden in their order until the others fit', () => {
  expect(leaving(500)).toEqual([])
  expect(leaving(499)).toEqual(['models'])
  expect(leaving(420)).toEqual(['models'])
  expect(leaving(419)).toEqual(['models', 'id'])
  expect(leaving(100)).toEqual(['models', 'id'])
})

test('a column that the user chose stays', () => {
  expect(leaving(499, ['models'])).toEqual(['id'])
})
