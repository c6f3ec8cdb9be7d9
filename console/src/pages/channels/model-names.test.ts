import { expect, test } from 'bun:test'
import { addModels, chooseModels, mergeModels, splitNames } from './model-names.ts'

test('lists are split at commas and trimmed', () => {
  expect(splitNames(' a, b ,,c ')).toEqual(['a', 'b', 'c'])
  expect(splitNames('')).toEqual([])
})

test('typed names are trimmed and added after the existing ones', () => {
  expect(addModels(['a'], ' b , c')).toEqual({ ok: true, models: ['a', 'b', 'c'] })
  expect(addModels(['a'], ' , ')).toEqual({ ok: false, reason: 'empty' })
})

test('an input with an existing name adds no name at all', () => {
  expect(addModels(['a'], 'a')).toEqual({ ok: false, reason: 'exists' })
  expect(addModels(['a'], 'b,a')).toEqual({ ok: false, reason: 'someExist' })
  expect(addModels([], 'b,b')).toEqual({ ok: false, reason: 'someExist' })
})

test('merged lists keep their order and have no duplicates', () => {
  expect(mergeModels(['b', 'x'], ['a', 'b'])).toEqual(['b', 'x', 'a'])
})

test('a choice among the models of the upstream does not change other models', () => {
  expect(chooseModels(['own', 'a', 'b'], ['a', 'b', 'c'], new Set(['b', 'c']))).toEqual(['own', 'b', 'c'])
})
