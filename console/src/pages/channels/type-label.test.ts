import { expect, test } from 'bun:test'
import { isTypeFound } from './type-label.ts'

test.each([
  ['通义', 17],
  ['百度', 15],
  ['腾讯', 23],
  ['qwen', 17],
  ['Baidu', 46],
  ['17', 17],
  [' 360 ', 19],
  ['豆包', 45],
])('a search for %p finds type %d', (words, type) => {
  expect(isTypeFound(words, type)).toBe(true)
})

test('a number finds one type, not every number that contains it', () => {
  expect([isTypeFound('4', 4), isTypeFound('4', 44), isTypeFound('4', 24)]).toEqual([true, false, false])
})

test('words that no name has find nothing', () => {
  expect(isTypeFound('百度', 17)).toBe(false)
})
