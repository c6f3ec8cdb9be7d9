import { expect, test } from 'bun:test'
import { buildRule, moved, newRule, valuesOf } from './rules.ts'

test('a rule changes places with its neighbour', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ models: [name], factor: 1 }))
  if (!a || !b || !c) throw new Error('three rules')
  expect(moved([a, b, c], 0, 1)).toEqual([b, a, c])
  expect(moved([a, b, c], 2, -1)).toEqual([a, c, b])
})

test('a percentage on top of the cost is a factor without errors of binary fractions', () => {
  expect(buildRule({ ...newRule, models: ['*'], percent: 10 })).toEqual({ models: ['*'], factor: 1.1 })
  expect(buildRule({ ...newRule, models: ['*'], percent: -20, add: 0.5, round: 'cent' })).toEqual({
    models: ['*'],
    factor: 0.8,
    add: 0.5,
    round: 'cent',
  })
  const rule = { models: ['a'], except: ['b'], channel: 7, factor: 1.1, add: 1, round: 'ten_cents' as const }
  expect(valuesOf(rule).percent).toBe(10)
  expect(buildRule(valuesOf(rule))).toEqual(rule)
})
