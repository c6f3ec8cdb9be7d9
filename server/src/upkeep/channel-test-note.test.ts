import { expect, test } from 'bun:test'
import { tokensPerSecondOf } from './channel-test-note.ts'

test.each([
  ['an answer without a stream: by the whole duration', 20, { durationMs: 400, firstTokenMs: null }, 50],
  ['a stream: by the time after its first token', 20, { durationMs: 500, firstTokenMs: 100 }, 50],
  ['a stream that arrived at once: by the whole duration', 20, { durationMs: 400, firstTokenMs: 400 }, 50],
  ['a call shorter than a millisecond: by one millisecond', 2, { durationMs: 0, firstTokenMs: null }, 2_000],
  ['no output: unknown', 0, { durationMs: 400, firstTokenMs: null }, null],
] as const)('the speed of %s', (_, output, times, speed) => {
  expect(tokensPerSecondOf(output, times)).toBe(speed)
})
