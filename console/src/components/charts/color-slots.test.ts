import { expect, test } from 'bun:test'
import { colorSlots } from './color-slots.ts'

const names = ['gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'gpt-4o-mini', 'o3', 'grok-4', 'kimi-k2', 'glm-4.6']

test('models shown together have different colours', () => {
  const slots = colorSlots(names, 12, new Map())
  expect(new Set(slots.values()).size).toBe(names.length)
})

test('a model keeps its colour beside any other models, in any order', () => {
  const known = new Map<string, number>()
  const first = colorSlots(names, 12, known)
  const later = colorSlots([...names].reverse().slice(0, 5).concat('new one'), 12, known)
  for (const name of names.slice(3)) expect(later.get(name)).toBe(first.get(name) ?? -1)
  expect(colorSlots(['gpt-4o'], 12, known).get('gpt-4o')).toBe(first.get('gpt-4o') ?? -1)
})

test('a model without a remembered colour gets the same one in every visit', () => {
  expect(colorSlots(['gpt-4o'], 12, new Map())).toEqual(colorSlots(['gpt-4o'], 12, new Map([['o3', 1]])))
})

test('where two remembered models have the same colour, the less important one changes', () => {
  const known = new Map([
    ['a', 3],
    ['b', 3],
  ])
  const slots = colorSlots(['b', 'a'], 12, known)
  expect(slots.get('b')).toBe(3)
  expect(slots.get('a')).not.toBe(3)
  // More names than colours: some share one.
  expect(colorSlots(['a', 'b', 'c'], 2, new Map()).size).toBe(3)
})
