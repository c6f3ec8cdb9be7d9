import { expect, test } from 'bun:test'
import { announcement, isRunning } from './site-content.ts'

const at = (time: string) => Date.parse(`2026-11-30T${time}Z`)
const planned = announcement.parse({
  content: 'Maintenance',
  publishDate: '2026-11-30T08:00:00Z',
  until: '2026-11-30T09:00:00Z',
})

test('an announcement runs from its date until its end', () => {
  expect(['07:59', '08:00', '08:59', '09:00'].map((time) => isRunning(planned, at(time)))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('an announcement without an end is no banner', () => {
  const { until: _, ...older } = planned
  expect(isRunning(older, at('08:30'))).toBe(false)
  expect(isRunning({ ...older, until: '' }, at('08:30'))).toBe(false)
})
