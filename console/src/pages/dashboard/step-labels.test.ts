import { expect, test } from 'bun:test'
import { axisLabel, isNamed, stepTitle } from './step-labels.ts'

const at = (day: number, hour = 0) => Math.floor(new Date(2026, 10, day, hour).getTime() / 1000)

test('hours within one day are labelled by clock times, hours within a week by days', () => {
  const day = { step: 'hour' as const, starts: [at(20), at(20, 1)] }
  expect(axisLabel(at(20, 15), day, 'en')).toBe('15:00')
  const week = { step: 'hour' as const, starts: Array.from({ length: 168 }, (_, hour) => at(14, hour)) }
  expect(axisLabel(at(20), week, 'en')).toBe('Nov 20')
  expect([isNamed(at(20), week), isNamed(at(20, 1), week), isNamed(at(20, 1), day)]).toEqual([true, false, true])
})

test('the title of a step names its whole span, in the language of the page', () => {
  expect(stepTitle(at(20, 15), 'hour', 'en')).toBe('Nov 20 15:00 – 16:00')
  expect(stepTitle(at(20), 'day', 'zh')).toBe('11月20日')
  expect(stepTitle(at(16), 'week', 'en')).toBe('Nov 16 – Nov 22')
})
