import { expect, test } from 'bun:test'
import { buildFigures, errorPercent, tokensPerSecond, toneOf } from './build-figures.ts'
import { overviewOf } from './test-overview.ts'

test('there are four figures, each with its change and its course', () => {
  const [quota, calls, errors, speed] = buildFigures(overviewOf())
  expect(quota).toMatchObject({ name: 'quota', value: 300, before: 200, change: 50, course: [100, 0, 200] })
  expect(calls).toMatchObject({ value: 6, before: 8, change: -25 })
  expect(errors).toMatchObject({ value: 25, before: 20, change: 5 })
  expect(errors?.course).toEqual([0, null, 40])
  // 12 tokens in six seconds; 12 in four before.
  expect(speed?.value).toBeCloseTo(2)
  expect(speed?.before).toBeCloseTo(3)
  expect(speed?.change).toBeCloseTo(-33.3, 1)
  expect(speed?.course).toEqual([4, null, 6 / 4.5])
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
  expect([errorPercent(zero), tokensPerSecond(zero)]).toEqual([null, null])
})

test('only a change of failures or of the speed is good or bad', () => {
  expect(toneOf({ name: 'quota', change: 900 })).toBe('neutral')
  expect(toneOf({ name: 'errors', change: 2 })).toBe('bad')
  expect(toneOf({ name: 'errors', change: -2 })).toBe('good')
  expect(toneOf({ name: 'errors', change: 0.04 })).toBe('neutral')
  expect(toneOf({ name: 'speed', change: -20 })).toBe('bad')
  expect(toneOf({ name: 'speed', change: 20 })).toBe('good')
  expect(toneOf({ name: 'speed', change: null })).toBe('neutral')
})
