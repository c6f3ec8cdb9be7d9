import { expect, test } from 'bun:test'
import { barSpanText, buildBars, spanBetween } from './build-bars.ts'

const sums = { calls: 0, failed: 0, quota: 0, counted_from: 0, first_token_ms: null, first_token_calls: 0 }
const bin = (at: number, calls: number, failed: number) => ({ at, calls, failed, quota: 0 })

test('every step of the span has a bar, and failures are a part of it that is always seen', () => {
  const bars = buildBars({
    ...sums,
    start: 0,
    end: 300,
    step: 60,
    bins: [bin(60, 99, 1), bin(180, 50, 0), bin(240, 1, 1)],
  })
  expect(bars.map(({ from, height, failedHeight }) => [from, height, failedHeight])).toEqual([
    [0, 0, 0],
    [60, 1, 0.04],
    [120, 0, 0],
    [180, 0.5, 0],
    [240, 0.08, 0.04],
  ])
})

test('bars of full hours begin before a span that begins within one', () => {
  const bars = buildBars({ ...sums, start: 5_400, end: 10_800, step: 3_600, bins: [bin(7_200, 1, 0)] })
  expect(bars.map(({ from }) => from)).toEqual([3_600, 7_200])
})

test('a stretch of the drawing selects whole bars, in either direction', () => {
  const bars = buildBars({ ...sums, start: 0, end: 600, step: 60, bins: [] })
  expect(spanBetween(bars, 0.25, 0.55)).toEqual({ from: 120, until: 360 })
  expect(spanBetween(bars, 0.55, 0.25)).toEqual({ from: 120, until: 360 })
  expect(spanBetween(bars, -1, 2)).toEqual({ from: 0, until: 600 })
})

test('the span of a bar has seconds where it is short, and the day where it ends on another', () => {
  const at = new Date(2026, 10, 28, 15, 0).getTime() / 1_000
  const day = 86_400
  expect(barSpanText({ from: at, until: at + 300 })).toBe('11-28 15:00 – 15:05')
  expect(barSpanText({ from: at, until: at + 5 })).toBe('11-28 15:00:00 – 15:00:05')
  expect(barSpanText({ from: at, until: at + day })).toBe('11-28 15:00 – 11-29 15:00')
})
