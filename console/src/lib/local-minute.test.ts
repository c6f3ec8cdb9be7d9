import { expect, test } from 'bun:test'
import { localMinute, secondsOfLocalMinute } from './local-minute.ts'

const now = new Date(2026, 10, 20, 15, 30).getTime() / 1000

test('a time survives the round trip through its field', () => {
  expect(localMinute(now)).toBe('2026-11-20T15:30')
  expect(secondsOfLocalMinute(localMinute(now))).toBe(now)
  expect(secondsOfLocalMinute('')).toBe(0)
})

test('a field has minutes, and no time is an empty field', () => {
  const moment = 1_795_000_020
  expect(secondsOfLocalMinute(localMinute(moment))).toBe(moment - (moment % 60))
  expect(localMinute(0)).toBe('')
})
