import { expect, test } from 'bun:test'
import { tokensPerSecondOf } from './channel-test-note.ts'

test.each([
  ['a plain answer took the whole call', 20, { durationMs: 400, firstTokenMs: null }, 50],
  ['a stream took the time after its first token', 20, { durationMs: 500, firstTokenMs: 100 }, 50],
  ['a stream that arrived all at once took the whole call', 20, { durationMs: 400, firstTokenMs: 400 }, 50],
  ['a call within a millisecond has a speed', 2, { durationMs: 0, firstTokenMs: null }, 2_000],
  ['no output has none', 0, { durationMs: 400, firstTokenMs: null }, null],
] as const)('%s', (_name, output, times, speed) => {
  expect(tokensPerSecondOf(output, times)).toBe(speed)
})
