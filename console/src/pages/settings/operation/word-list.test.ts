import { expect, test } from 'bun:test'
import { countWords, withoutDuplicates } from './word-list.ts'

test('words are counted without blank lines and case-insensitively', () => {
  expect(countWords('one\n\n  two \r\nONE\n')).toEqual({ words: 3, duplicates: 1, characters: 17 })
  expect(countWords('')).toEqual({ words: 0, duplicates: 0, characters: 0 })
  expect(countWords('last')).toMatchObject({ words: 1 })
})

test('duplicates and blank lines are removed, the order stays', () => {
  expect(withoutDuplicates('b\n\n a \nB\nc\r\n')).toBe('b\na\nc')
})

test('fifty thousand words are counted', () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `word ${index}`).join('\n')
  expect(countWords(text)).toMatchObject({ words: 50_000, duplicates: 0 })
})
