import { expect, test } from 'bun:test'
import { optionAreas } from './areas.ts'
import { hiddenOptions } from './hidden.ts'
import { neededOptions } from './needs.ts'
import type { Option } from './option.ts'
import { isOptionKey, isSecret, optionCards, optionKeys, optionOf, writerOf } from './registry.ts'

const repeated = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index)

test('an option is declared once, and cards have unique names', () => {
  const declared = [...optionCards.flatMap(({ options }) => Object.keys(options)), ...Object.keys(hiddenOptions)]
  expect(repeated(declared)).toEqual([])
  expect(declared.toSorted()).toEqual(optionKeys.toSorted())
  expect(repeated(optionCards.map(({ id }) => id))).toEqual([])
})

test('exactly the options without a card have a reason for it', () => {
  for (const [key, { hidden = '' }] of Object.entries<Option<unknown>>(hiddenOptions)) expect(hidden, key).not.toBe('')
  const shown = optionCards.flatMap(({ options }) => Object.entries(options))
  expect(shown.filter(([, { hidden }]) => hidden !== undefined)).toEqual([])
})

test('an option refers only to existing options', () => {
  for (const key of optionKeys) {
    const { needs = [], with: parts = [], notAbove } = optionOf(key)
    const named = [...neededOptions(needs), ...parts, ...(notAbove === undefined ? [] : [notAbove])]
    expect(
      named.filter((name) => !isOptionKey(name)),
      key,
    ).toEqual([])
  }
})

test('only the super administrator writes secrets, and every area has a card', () => {
  expect(optionKeys.filter((key) => isSecret(key) && writerOf(key) !== 'root')).toEqual([])
  expect([...new Set(optionCards.map(({ area }) => area))].toSorted()).toEqual([...optionAreas].toSorted())
})
