import { expect, test } from 'bun:test'
import { addUsage, noUsage, type Usage } from './usage.ts'

test('every count of a usage is added, and neither usage changes', () => {
  const names = Object.keys(noUsage) as (keyof Usage)[]
  const a = Object.freeze(Object.fromEntries(names.map((name, at) => [name, at + 1])) as unknown as Usage)
  const b = Object.freeze(Object.fromEntries(names.map((name) => [name, 100])) as unknown as Usage)
  expect(names.map((name) => addUsage(a, b)[name])).toEqual(names.map((_, at) => at + 101))
})
