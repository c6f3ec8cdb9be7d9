import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildList, buildObject, formatJson, readEntries, readItems } from './json-entries.ts'

test('JSON is indented as by JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('numbers keep their digits, and a text that is not JSON stays unchanged', () => {
  expect(formatJson('{"seed":12345678901234567890}')).toBe('{\n  "seed": 12345678901234567890\n}')
  expect(formatJson('{"a": [ 1,')).toBe('{"a": [ 1,')
})

test('all entries are read from a text in any layout', () => {
  const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())
  fc.assert(
    fc.property(object, fc.constantFrom(0, 2), (value, indent) => {
      const entries = readEntries(JSON.stringify(value, null, indent)) ?? []
      expect(JSON.parse(buildObject(entries))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('entries keep the order of numeric names and repeated names', () => {
  expect(readEntries('{"429": 1, "400": {"a": [1, 2]}, "429": "x,y"}')).toEqual([
    ['429', '1'],
    ['400', '{"a":[1,2]}'],
    ['429', '"x,y"'],
  ])
  expect(readEntries(' ')).toEqual([])
  for (const text of ['[]', '1', '{', 'null']) expect(readEntries(text), text).toBeNull()
})

test('the values of a list are read one by one', () => {
  const values = ['{"a":1}', '[2,3]', '"x, y"']
  expect(readItems(buildList(values))).toEqual(values)
  expect(readItems('[]')).toEqual([])
  expect(readItems('{}')).toBeNull()
})
