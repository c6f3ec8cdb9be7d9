import { expect, test } from 'bun:test'
import { type Recent, withChosen } from './recent.ts'

const channel = (id: number): Recent => ({ kind: 'channel', name: String(id), label: `channel ${id}` })

test('the last choice comes first, once, and with its newest label', () => {
  const before = [channel(1), channel(2), channel(3)]
  const after = withChosen(before, { ...channel(2), label: 'renamed' })
  expect(after.map(({ label }) => label)).toEqual(['renamed', 'channel 1', 'channel 3'])
  expect(withChosen(before, { ...channel(2), kind: 'user' })).toHaveLength(4)
})

test('only the last six choices are kept', () => {
  const many = Array.from({ length: 20 }, (_, index) => channel(index)).reduce<Recent[]>(withChosen, [])
  expect(many.map(({ name }) => name)).toEqual(['19', '18', '17', '16', '15', '14'])
})
