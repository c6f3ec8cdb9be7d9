import { expect, test } from 'bun:test'
import { firstTokenMs } from './first-token.ts'

test('only a stream with a time has one', () => {
  expect(firstTokenMs(true, { frt: 420 })).toBe(420)
  for (const [isStream, frt] of [
    [false, 420],
    [true, -1000],
    [true, 0],
    [true, undefined],
  ] as const)
    expect(firstTokenMs(isStream, { frt })).toBeNull()
})
