import { expect, test } from 'bun:test'
import { drawFlow } from './draw-flow.ts'

const space = { length: 100, rowHeight: 40, fullWidth: 12 }

test('a line is as wide as its share, and together they are as wide as what flows in', () => {
  const { lines, inWidth, height } = drawFlow([0.75, 0.25], space)
  expect(lines.map(({ width }) => width)).toEqual([9, 3])
  expect(inWidth).toBe(12)
  expect(height).toBe(80)
})

test('lines leave the gate side by side and end in the middle of their rows', () => {
  const { lines } = drawFlow([0.75, 0.25], space)
  // 80 pixels high, 12 of them flow: 34 to 43 and 43 to 46.
  expect(lines.map(({ path }) => path)).toEqual(['M0 38.5C35 38.5 25 20 60 20H100', 'M0 44.5C35 44.5 25 60 60 60H100'])
})

test('a line without a share is still seen, and none is wider than all', () => {
  expect(drawFlow([0, 3], space).lines.map(({ width }) => width)).toEqual([1.5, 12])
  expect(drawFlow([], space)).toEqual({ height: 40, lines: [], inWidth: 1.5 })
})
