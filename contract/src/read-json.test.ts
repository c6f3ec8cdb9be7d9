import { expect, test } from 'bun:test'
import {
  isRecord,
  listOf,
  numberOf,
  numbersOf,
  parseJson,
  parseRecord,
  recordOf,
  recordsOf,
  textOf,
} from './read-json.ts'

const values: unknown[] = [undefined, null, true, 7, Number.NaN, 'text', [1, { a: 1 }], { a: 1 }]

test('a value of another type counts as absent', () => {
  expect(values.filter(isRecord)).toEqual([{ a: 1 }])
  expect(values.map(recordOf)).toEqual([{}, {}, {}, {}, {}, {}, {}, { a: 1 }])
  expect(values.map(recordsOf)).toEqual([[], [], [], [], [], [], [{ a: 1 }], []])
  expect(values.map(listOf)).toEqual([[], [], [], [], [], [], [1, { a: 1 }], []])
  expect(values.map(textOf)).toEqual(['', '', '', '', '', 'text', '', ''])
  expect(values.map(numberOf)).toEqual([undefined, undefined, undefined, 7, ...Array(4).fill(undefined)])
})

test('text that is not JSON, or not an object, throws nothing', () => {
  expect(['{"a":1}', '[1]', '"a"', 'null', '', '{'].map(parseRecord)).toEqual([{ a: 1 }, null, null, null, null, null])
  expect(['{"a":1}', 'null', '{'].map(parseJson)).toEqual([{ a: 1 }, null, undefined])
})

test('a list of numbers is read from any value without an exception', () => {
  expect(numbersOf([1, '0.5', { toString: false }, null])).toEqual([1, 0.5, Number.NaN, Number.NaN])
  expect(values.map(numbersOf)).toEqual([[], [], [], [], [], [], [1, Number.NaN], []])
})
