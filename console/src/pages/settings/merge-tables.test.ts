import { expect, test } from 'bun:test'
import { mergeTables } from './merge-tables.ts'

const merge = (base: object, mine: object, theirs: object) => {
  const text = mergeTables({
    base: JSON.stringify(base),
    mine: JSON.stringify(mine),
    theirs: JSON.stringify(theirs),
  })
  return text === null ? null : (JSON.parse(text) as object)
}

test('changes of different entries are both kept', () => {
  const base = { a: 1, b: 1, c: 1 }
  expect(merge(base, { a: 2, b: 1, c: 1, mine: 1 }, { a: 1, b: 1, theirs: 3 })).toEqual({
    a: 2,
    b: 1,
    theirs: 3,
    mine: 1,
  })
})

test('where both changed an entry, the own value is kept; an entry deleted here stays deleted', () => {
  expect(merge({ a: 1, b: 1 }, { a: 2 }, { a: 3, b: 5, c: 1 })).toEqual({ a: 2, c: 1 })
})

test('nested tables are compared as a whole', () => {
  expect(merge({ m: [{ x: 1 }], n: [] }, { m: [{ x: 2 }], n: [] }, { m: [{ x: 1 }], n: [1] })).toEqual({
    m: [{ x: 2 }],
    n: [1],
  })
})

test('other texts, and texts whose merge changes nothing, are not merged', () => {
  expect(mergeTables({ base: '{}', mine: '{broken', theirs: '{}' })).toBeNull()
  expect(mergeTables({ base: '[]', mine: '[1]', theirs: '[2]' })).toBeNull()
  expect(merge({ a: 1 }, { a: 2 }, { a: 3 })).toBeNull()
})
