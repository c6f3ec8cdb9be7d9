import { expect, test } from 'bun:test'
import { barPaths, lowestOf } from './bar-paths.ts'

test('each day is a bar of its kind, and days without enough calls are their own', () => {
  const paths = barPaths([100, null, 94.9, 49])
  expect(paths.works).toStartWith('M0 ')
  expect(paths.few).toStartWith('M1 ')
  expect(paths.degraded).toStartWith('M2 ')
  expect(paths.fails).toStartWith('M3 ')
})

test('the worst day is named, unless none is known', () => {
  expect(lowestOf([100, null, 99])).toBe(99)
  expect(lowestOf([null])).toBeNull()
})
