import { expect, test } from 'bun:test'
import { countLines, findFrom, windowAt, windowLines, withPart } from './text-window.ts'

const lines = Array.from({ length: 1_200 }, (_, index) => `word ${index}`)
const text = lines.join('\n')
const partOf = ({ text, start, end }: ReturnType<typeof windowAt>) => text.slice(start, end)

test('windows consist of whole lines, and together are the text', () => {
  const parts = [0, windowLines, 2 * windowLines].map((line) => partOf(windowAt(text, line)))
  expect(parts[0]?.split('\n')).toEqual(lines.slice(0, windowLines))
  expect(parts.join('\n')).toBe(text)
  expect(partOf(windowAt(text, 1_199))).toBe('word 1199')
  expect(partOf(windowAt(text, 5_000))).toBe('word 1199')
  expect(partOf(windowAt('', 0))).toBe('')
  expect(partOf(windowAt('a\n\nb', 0))).toBe('a\n\nb')
})

test('input in a window changes only its part of the text', () => {
  const typed = withPart(windowAt(text, windowLines), 'one\ntwo')
  expect(typed.text.split('\n')).toEqual([...lines.slice(0, 500), 'one', 'two', ...lines.slice(1_000)])
  expect(partOf(typed)).toBe('one\ntwo')
  expect(partOf(withPart(typed, ''))).toBe('')
})

test('lines are counted up to an offset', () => {
  expect(countLines(text)).toBe(1_200)
  expect(countLines(text, windowAt(text, windowLines).start)).toBe(501)
  expect(countLines('')).toBe(1)
})

test('a search is literal, case-insensitive, and wraps at the end', () => {
  const words = 'Alpha\na.b\naxb\nbeta ALPHA'
  expect(findFrom(words, 'alpha', 0)).toBe(0)
  expect(findFrom(words, 'alpha', 1)).toBe(words.indexOf('ALPHA'))
  expect(findFrom(words, 'alpha', words.length)).toBe(0)
  expect(findFrom(words, 'a.b', 0)).toBe(6)
  expect(findFrom(words, 'nothing', 0)).toBe(-1)
  for (const sign of ['(', '[', '\\', '*', '?', '-', '/']) expect(findFrom(`x${sign}y`, sign, 0)).toBe(1)
})
