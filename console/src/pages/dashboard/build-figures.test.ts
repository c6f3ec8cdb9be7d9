import { expect, test } from 'bun:test'
import { overviewOf } from '../../../test/sample-overview.ts'
import { buildFigures, errorPercent, formatSpeed, tokensPerSecond, toneOf } from './build-figures.ts'

test('each figure has its change and its course', () => {
  const [quota, calls, errors, firstToken, speed, cached] = buildFigures(overviewOf())
  expect(quota).toMatchObject({ name: 'quota', value: 300, before: 200, change: 50, course: [100, 0, 200] })
  expect(calls).toMatchObject({ value: 6, before: 8, change: -25 })
  expect(errors).toMatchObject({ value: 25, before: 20, change: 5 })
  expect(errors?.course).toEqual([0, null, 40])
  // 12 tokens in six seconds; 12 in four before.
  expect(speed?.value).toBeCloseTo(2)
  expect(speed?.before).toBeCloseTo(3)
  expect(speed?.change).toBeCloseTo(-33.3, 1)
  expect(speed?.course).toEqual([4, null, 6 / 4.5])
  expect(firstToken).toMatchObject({ value: 400, beside: 1_900, before: 200, change: 100, course: [300, null, 400] })
  expect(cached).toMatchObject({ value: 50, before: 40, change: 10, course: [0, null, 100] })
})

test('a speed of six digits and more is compact', () => {
  expect([2.25, 12.5, 99_999, 100_000, 8_094_626].map(formatSpeed)).toEqual(['2.3', '13', '99,999', '100k', '8.1M'])
})

test('without an earlier period there is no change, without calls no measurement', () => {
  const zero = {
    calls: 0,
    errors: 0,
    charged_calls: 0,
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time_ms: 0,
    cache_read_tokens: 0,
    cache_counted_tokens: 0,
  }
  const none = { calls: 0, p50_ms: null, p95_ms: null }
  const first_token = { ...overviewOf().first_token, previous: none }
  const figures = buildFigures(overviewOf({ previous: zero, first_token }))
  expect(figures.map(({ change }) => change)).toEqual([null, null, null, null, null, null])
  expect([errorPercent(zero), tokensPerSecond(zero)]).toEqual([null, null])
})

test('a change of charges or of the number of calls is neither good nor bad', () => {
  expect(toneOf({ name: 'quota', change: 900 })).toBe('neutral')
  expect(toneOf({ name: 'errors', change: 2 })).toBe('bad')
  expect(toneOf({ name: 'errors', change: -2 })).toBe('good')
  expect(toneOf({ name: 'errors', change: 0.04 })).toBe('neutral')
  expect(toneOf({ name: 'speed', change: -20 })).toBe('bad')
  expect(toneOf({ name: 'speed', change: 20 })).toBe('good')
  expect(toneOf({ name: 'speed', change: null })).toBe('neutral')
  expect(toneOf({ name: 'cached', change: 3 })).toBe('good')
  // Two neighbouring intervals differ by 41 %.
  expect(toneOf({ name: 'firstToken', change: 41 })).toBe('neutral')
  expect(toneOf({ name: 'firstToken', change: 100 })).toBe('bad')
})
