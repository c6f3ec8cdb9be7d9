import { expect, test } from 'bun:test'
import { parseJson } from '@sluice/contract/read-json'
import { indentJson, writeJson } from './option-json.ts'

test('JSON is indented, with short lists on one line; other text is unchanged', () => {
  expect(indentJson('{"a":1,"b":{"c":[1,2]}}')).toBe('{\n  "a": 1,\n  "b": {\n    "c": [1, 2]\n  }\n}')
  expect(indentJson('[{"x":"y"},{}]')).toBe('[\n  {\n    "x": "y"\n  },\n  {}\n]')
  expect(indentJson('{broken')).toBe('{broken')
  expect(indentJson('')).toBe('')
})

test('the output parses to the same value, for any JSON', () => {
  const values = [{}, [], { a: [] }, null, 'a "b" \n', [[1, [2]], null], { long: Array(40).fill('a long name') }]
  for (const value of values) expect(parseJson(writeJson(value))).toEqual(value)
})
