import { expect, test } from 'bun:test'
import {
  chatsProblem,
  keywordsProblem,
  perUnitProblem,
  ratiosProblem,
  ratioTableProblem,
  textsProblem,
  wordsProblem,
} from './option-problems.ts'

const textOf = (problem: { text: string } | null) => problem?.text.replace('settings-operation:', '')

test('JSON that is none is told as such, whatever the option', () => {
  for (const check of [ratiosProblem, textsProblem, ratioTableProblem, chatsProblem])
    expect(check('{')).toEqual({ text: 'problem.json' })
})

test('JSON that is no table, and tables with a wrong value, name the place', () => {
  expect(textOf(ratiosProblem('[]'))).toBe('problem.notObject')
  expect(ratiosProblem('{"vip":"1"}')?.values).toEqual({ name: 'vip' })
  expect(textOf(textsProblem('{"vip":1}'))).toBe('problem.notText')
  expect(ratioTableProblem('{"vip":{"default":-1}}')?.values).toEqual({ name: 'vip → default' })
  expect([ratiosProblem('{"a":0}'), textsProblem('{"a":""}'), ratioTableProblem('{}')]).toEqual([
    null,
    null,
    null,
  ])
})

test('chat clients are counted from 1', () => {
  expect(textOf(chatsProblem('{}'))).toBe('problem.notList')
  expect(chatsProblem('[{"A":"https://a"},1]')?.values).toEqual({ number: '2' })
  expect(chatsProblem('[{"A":"https://a"},{"":"https://b"}]')).toEqual({
    text: 'settings-operation:problem.chat.nameRequired',
    values: { number: 2 },
  })
  expect(chatsProblem('[]')).toBeNull()
})

test('lists have an end', () => {
  expect(wordsProblem('a'.repeat(1_000_000))).toBeNull()
  expect(textOf(wordsProblem('a'.repeat(1_000_001)))).toBe('problem.tooLong')
  expect(textOf(keywordsProblem('a'.repeat(65_537)))).toBe('problem.tooLong')
})

test('quota per unit is above 0, to six decimals', () => {
  expect(perUnitProblem('500000')).toBeNull()
  expect(perUnitProblem('0.000001')).toBeNull()
  expect(textOf(perUnitProblem('0'))).toBe('problem.perUnit')
  expect(textOf(perUnitProblem('1.0000001'))).toBe('problem.sixDecimals')
})
