import { expect, test } from 'bun:test'
import { buildDiff, foldedText } from './build-diff.ts'

const diffOf = (before: unknown, after: unknown) => {
  const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  return buildDiff(text(before), text(after))
}
const rowsOf = (before: unknown, after: unknown) => diffOf(before, after).rows

test('lists only changes, down to the entries of tables', () => {
  expect(rowsOf({ role: 1, status: 1 }, { role: 1, status: 2 })).toEqual([{ path: 'status', before: '1', after: '2' }])
  expect(rowsOf({ a: { x: 1, y: 2 } }, { a: { x: 1, y: 3, z: null } })).toEqual([
    { path: 'a.y', before: '2', after: '3' },
    { path: 'a.z', before: null, after: 'null' },
  ])
})

test('lists a created or deleted object value by value', () => {
  expect(rowsOf(undefined, { username: 'ada', limits: { rpm: 1 } })).toEqual([
    { path: 'username', before: null, after: 'ada' },
    { path: 'limits', before: null, after: '{\n  "rpm": 1\n}' },
  ])
  expect(rowsOf({ username: 'ada' }, undefined)).toEqual([{ path: 'username', before: 'ada', after: null }])
})

test('single values have no path; tables in texts are parsed', () => {
  expect(rowsOf('false', 'true')).toEqual([{ path: '', before: 'false', after: 'true' }])
  expect(rowsOf('{"vip":1}', '{"vip":2}')).toEqual([{ path: 'vip', before: '1', after: '2' }])
  expect(rowsOf('[1,2]', '[1]')).toEqual([{ path: '', before: '[\n  1,\n  2\n]', after: '[\n  1\n]' }])
})

test('an empty text, null and an absent value differ', () => {
  expect(rowsOf({ a: '', b: null }, { a: 'x' })).toEqual([
    { path: 'a', before: '', after: 'x' },
    { path: 'b', before: 'null', after: null },
  ])
})

test('no change yields no row; truncated values are marked; invalid JSON is shown unchanged', () => {
  expect(rowsOf(undefined, undefined)).toEqual([])
  expect(diffOf({ cut: '{"a":' }, { a: 1 }).isCut).toBe(true)
  expect(buildDiff('{', null).rows).toEqual([{ path: '', before: '{', after: null }])
})

test('long texts are folded by lines or characters', () => {
  expect(foldedText('short')).toBeNull()
  expect(foldedText('x\n'.repeat(20))?.split('\n')).toHaveLength(8)
  expect(foldedText('x'.repeat(1000))).toHaveLength(400)
})
