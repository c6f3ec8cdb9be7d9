import { expect, test } from 'bun:test'
import { buildSparkline } from './build-sparkline.ts'

const size = { width: 100, height: 20 }

test('a line spans the width, with the highest value at the top and 0 at the bottom', () => {
  expect(buildSparkline([0, 5, 10], size).line).toBe('M0 18L50 10L100 2')
  expect(buildSparkline([0, 0], size).line).toBe('M0 18L100 18')
  expect(buildSparkline([0, 10], size).area).toBe('M0 18L100 2L100 20L0 20Z')
})

test('unknown values are skipped; no value and a single value can be drawn too', () => {
  expect(buildSparkline([null, 10, null, 10], size).line).toBe('M33.3 2L100 2')
  expect(buildSparkline([], size).line).toBe('')
  expect(buildSparkline([null], size).line).toBe('')
  expect(buildSparkline([7], size).line).toBe('M0 2L100 2')
})

test('many values are averaged', () => {
  const { line } = buildSparkline(Array(744).fill(3), size)
  expect(line.split('L').length).toBeLessThanOrEqual(48)
})

test('negative values lie below the line of 0', () => {
  expect(buildSparkline([1, -1], { width: 100, height: 24 })).toEqual({
    line: 'M0 2L100 22',
    area: 'M0 2L100 22L100 12L0 12Z',
  })
})
