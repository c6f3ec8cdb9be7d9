import { expect, test } from 'bun:test'
import { fits, pageOf } from './loaded-list.ts'

test('a page past the end is the last page with rows', () => {
  const rows = ['a', 'b', 'c']
  expect(pageOf(rows, { page: 2, pageSize: 2 })).toEqual({ items: ['c'], total: 3 })
  expect(pageOf(rows, { page: 9, pageSize: 2 })).toEqual({ items: ['c'], total: 3 })
  expect(pageOf([], { page: 3, pageSize: 2 })).toEqual({ items: [], total: 0 })
})

test('a search covers every text, case-insensitively', () => {
  expect(fits('', [])).toBe(true)
  expect(fits('GPT', ['a', 'my-gpt-4'])).toBe(true)
  expect(fits('o1', ['a', 'b'])).toBe(false)
})
