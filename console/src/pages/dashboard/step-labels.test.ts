import { expect, test } from 'bun:test'
import { axisLabel, isNamed, stepTitle } from './step-labels.ts'

const at = (day: number, hour = 0) => Math.floor(new Date(2026, 10, day, hour).getTime() / 1000)

test('hours of one day have clock times, those of a week days', () => {
  const one = { step: 'hour' as const, starts: [at(20), at(20, 1)] }
  expect(axisLabel(at(20, 15), one, 'en')).toBe('15:00')
  const week = { step: 'hour' as const, starts: Array.from({ length: 168 }, (_, hour) => at(14, hour)) }
  expect(axisLabel(at(20), week, 'en')).toBe('Nov 20')
  expect([isNamed(at(20), week), isNamed(at(20, 1), week), isNamed(at(20, 1), one)]).toEqual([true, false, true])
})

test('a step in full, in the language of the page', () => {
  expect(stepTitle(at(20, 15), 'hour', 'en')).toBe('Nov 20 15:00 – 16:00')
  expect(stepTitle(at(20), 'day', 'zh')).toBe('11月20日')
  expect(stepTitle(at(16), 'week', 'en')).toBe('Nov 16 – Nov 22')
})
