import { expect, test } from 'bun:test'
import type { StateOwner } from '../call/state-owner.ts'
import { createAffinity } from './affinity.ts'

const call = (
  messages: object[],
  { tokenId = 1 as number | null, userId = 1, routedModel = 'm', known = null as StateOwner | null } = {},
) =>
  ({
    countable: { messages },
    request: { body: { messages } },
    stateOwner: { known },
    caller: { tokenId, userId },
    routedModel,
  }) as never
const start = { role: 'user', content: 'Where does the river run?' }
const more = [start, { role: 'assistant', content: 'To the sea.' }, { role: 'user', content: 'And then?' }]
const account = (id: number, key = 'k') => ({ channel: { id }, key })

test('the next turns of a conversation prefer the account of the first one', () => {
  const affinity = createAffinity()
  affinity.remember(call([start]), account(7))
  expect(affinity.ownerOf(call(more))).toEqual({ channelId: 7, key: 'k', from: 0 })
})

test('an account that takes over a conversation owns its later state', () => {
  const affinity = createAffinity()
  affinity.remember(call([start]), account(7))
  const known = affinity.ownerOf(call(more))
  affinity.remember(call(more, { known }), account(7, 'other key'))
  const owner = affinity.ownerOf(call(more))
  expect(owner).toEqual({ channelId: 7, key: 'other key', from: 3 })
  const later = [...more, { role: 'assistant', content: 'x' }, start]
  affinity.remember(call(later, { known: owner }), account(7, 'other key'))
  expect(affinity.ownerOf(call(later))?.from).toBe(3)
})

test('a first turn, and another conversation, key or model, prefer no account', () => {
  const affinity = createAffinity()
  affinity.remember(call([start]), account(7))
  expect(affinity.ownerOf(call([start]))).toBeNull()
  expect(affinity.ownerOf(call([{ ...start, content: 'Else' }, ...more.slice(1)]))).toBeNull()
  expect(affinity.ownerOf(call(more, { tokenId: 2 }))).toBeNull()
  expect(affinity.ownerOf(call(more, { routedModel: 'n' }))).toBeNull()
})

test('conversations without a token belong to their account', () => {
  const affinity = createAffinity()
  affinity.remember(call([start], { tokenId: null, userId: 1 }), account(7))
  expect(affinity.ownerOf(call(more, { tokenId: null, userId: 1 }))?.channelId).toBe(7)
  expect(affinity.ownerOf(call(more, { tokenId: null, userId: 2 }))).toBeNull()
})
