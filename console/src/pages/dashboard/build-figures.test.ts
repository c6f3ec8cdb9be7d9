import { expect, test } from 'bun:test'
import { buildFigures, errorPercent, meanLatency, toneOf } from './build-figures.ts'
import { overviewOf } from './test-overview.ts'

test('there are four figures, each with its change and its course', () => {
  const [quota, calls, errors, latency] = buildFigures(overviewOf())
  expect(quota).toMatchObject({ name: 'quota', value: 300, before: 200, change: 50, course: [100, 0, 200] })
  expect(calls).toMatchObject({ value: 6, before: 8, change: -25 })
  expect(errors).toMatchObject({ value: 25, before: 20, change: 5 })
  expect(errors?.course).toEqual([0, null, 40])
  expect(latency).toMatchObject({ value: 1_000, before: 500, change: 100, course: [500, null, 1_500] })
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
  }
  const figures = buildFigures(overviewOf({ previous: zero }))
  expect(figures.map(({ change }) => change)).toEqual([null, null, null, null])
  expect([errorPercent(zero), meanLatency(zero)]).toEqual([null, null])
})

test('only a change of failures or durations is good or bad', () => {
  expect(toneOf({ name: 'quota', change: 900 })).toBe('neutral')
  expect(toneOf({ name: 'errors', change: 2 })).toBe('bad')
  expect(toneOf({ name: 'errors', change: -2 })).toBe('good')
  expect(toneOf({ name: 'errors', change: 0.04 })).toBe('neutral')
  expect(toneOf({ name: 'latency', change: -20 })).toBe('good')
  expect(toneOf({ name: 'latency', change: null })).toBe('neutral')
})
