import { expect, test } from 'bun:test'
import dayjs from 'dayjs'
import { cleanupSeconds, cleanupTimeDefault } from './cleanup-time.ts'

test('the default is one month ago, to the minute; a missing day becomes the last day of the month', () => {
  const text = (from: string) => cleanupTimeDefault(dayjs(from)).format('YYYY-MM-DD HH:mm:ss')
  expect(text('2026-11-21T10:20:30')).toBe('2026-10-21 10:20:00')
  expect(text('2026-03-31T00:00:59')).toBe('2026-02-28 00:00:00')
  expect(cleanupSeconds(dayjs('2026-01-01T00:00:00.900Z'))).toBe(1_767_225_600)
})
