import { expect, test } from 'bun:test'
import { assertWorkersArePossible, parseServeWords } from './serve-words.ts'

test('the arguments of serve select the role of the process', () => {
  expect(parseServeWords([])).toEqual({ role: 'alone' })
  for (const words of [['--workers', '4'], ['--workers=4']])
    expect(parseServeWords(words)).toEqual({ role: 'supervisor', count: 4 })
  for (const [words, isAlone] of [
    [['--worker=2/4'], false],
    [['--worker=2/4', '--alone'], true],
  ] as const)
    expect(parseServeWords(words)).toEqual({ role: 'worker', number: 2, count: 4, isAlone })
  for (const words of [['now'], ['--alone'], ['--workers'], ['--workers', '4', '5']])
    expect(parseServeWords(words)).toBeNull()
})

test.each(['0', '-1', '1.5', '129', 'many', ''])('%p workers are refused with the allowed range', (count) => {
  expect(() => parseServeWords(['--workers', count])).toThrow('from 1 to 128')
})

test('workers are refused with SQLite, and on systems where processes cannot share a port', () => {
  expect(() => assertWorkersArePossible({ SQL_DSN: '' }, 'linux')).toThrow('Set SQL_DSN')
  expect(() => assertWorkersArePossible({ SQL_DSN: 'postgres://x/y' }, 'darwin')).toThrow('one process for each port')
  assertWorkersArePossible({ SQL_DSN: 'postgres://x/y' }, 'linux')
})
