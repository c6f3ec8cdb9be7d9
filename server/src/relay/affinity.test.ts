import { expect, test } from 'bun:test'
import { createAffinity } from './affinity.ts'

const call = (messages: object[], tokenId = 1, routedModel = 'm') =>
  ({ countable: { messages }, caller: { tokenId }, routedModel }) as never
const start = { role: 'user', content: 'Where does the river run?' }
const more = [start, { role: 'assistant', content: 'To the sea.' }, { role: 'user', content: 'And then?' }]

test('the next turns of a conversation prefer the channel of the first', () => {
  const affinity = createAffinity()
  affinity.remember(call([start]), 7)
  expect(affinity.preferredChannel(call(more))).toBe(7)
  affinity.remember(call(more), 8)
  expect(affinity.preferredChannel(call([...more, { role: 'assistant', content: 'x' }]))).toBe(8)
})

test('a first turn, another conversation, key or model prefer none', () => {
  const affinity = createAffinity()
  affinity.remember(call([start]), 7)
  expect(affinity.preferredChannel(call([start]))).toBeNull()
  expect(affinity.preferredChannel(call([{ ...start, content: 'Else' }, ...more.slice(1)]))).toBeNull()
  expect(affinity.preferredChannel(call(more, 2))).toBeNull()
  expect(affinity.preferredChannel(call(more, 1, 'n'))).toBeNull()
})
