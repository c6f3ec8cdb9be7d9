import { expect, test } from 'bun:test'
import { problemOf, problemsOf } from './option-checks.ts'
import { defineCard, type NumberField } from './option-field.ts'

const said = (field: Parameters<typeof problemOf>[0], text: string) => problemOf(field, text)?.text ?? null

test('numbers are told what is wrong with them', () => {
  const seconds: NumberField = { kind: 'number', min: 1, max: 3_600, isWhole: true }
  expect(said(seconds, '60')).toBeNull()
  expect(said(seconds, ' 1 ')).toBeNull()
  expect(said(seconds, '')).toBe('problem.numberMissing')
  expect(said(seconds, 'soon')).toBe('problem.notANumber')
  expect(said(seconds, '1.5')).toBe('problem.notWhole')
  expect(problemOf(seconds, '0')).toEqual({ text: 'problem.notBetween', values: { min: 1, max: 3_600 } })
  expect(problemOf({ kind: 'number', min: 0 }, '-1')).toEqual({
    text: 'problem.tooSmall',
    values: { min: 0 },
  })
  expect(problemOf({ kind: 'number', max: 9 }, '10')).toEqual({
    text: 'problem.tooLarge',
    values: { max: 9 },
  })
  expect(said({ kind: 'number', isOptional: true }, '')).toBeNull()
})

test('JSON must be JSON before its own check is asked', () => {
  const field = { kind: 'json', check: () => ({ text: 'own' }) } as const
  expect(said(field, '{')).toBe('problem.json')
  expect(said(field, '')).toBe('problem.json')
  expect(said(field, '{}')).toBe('own')
})

test('addresses are http or https with a host, or nothing', () => {
  for (const text of ['', 'https://a.example', 'HTTP://a.example:8080/path/'])
    expect(said({ kind: 'address' }, text), text).toBeNull()
  for (const text of ['a.example', 'ftp://a.example', 'https://', 'https://a b'])
    expect(said({ kind: 'address' }, text), text).toBe('problem.address')
})

test('a card names the options that cannot be saved', () => {
  const card = defineCard({
    id: 'two',
    area: 'settings',
    fields: { A: { kind: 'number' }, B: { kind: 'text' } },
  })
  expect(problemsOf(card, () => 'x')).toEqual({ A: { text: 'problem.notANumber' } })
})
