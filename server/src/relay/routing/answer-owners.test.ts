import { expect, test } from 'bun:test'
import { createAnswerOwners } from './answer-owners.ts'

function setUp() {
  const keys = new Map([[7, ['key-a', 'key-b']]])
  const owners = createAnswerOwners({ redis: undefined, keysOf: (channelId) => keys.get(channelId) ?? [] })
  return { keys, owners }
}
const owner = { channelId: 7, key: 'key-b', userId: 3 }

test('the id of an answer leads to the account that made it', () => {
  const { owners } = setUp()
  owners.remember('resp_1', owner)
  expect(owners.find('resp_1')).toEqual(owner)
  expect(owners.find('resp_2')).toBeNull()
})

test('after a key is replaced, the account is unknown', () => {
  const { keys, owners } = setUp()
  owners.remember('resp_1', owner)
  keys.set(7, ['key-a', 'key-c'])
  expect(owners.find('resp_1')).toBeNull()
  keys.delete(7)
  expect(owners.find('resp_1')).toBeNull()
})

test('a deleted answer is forgotten', () => {
  const { owners } = setUp()
  owners.remember('resp_1', owner)
  owners.forget('resp_1')
  expect(owners.find('resp_1')).toBeNull()
})

test('ids that are absent, empty or too long are not kept', () => {
  const { owners } = setUp()
  const long = 'r'.repeat(201)
  for (const id of [null, undefined, '', long]) owners.remember(id, owner)
  expect(owners.find(long)).toBeNull()
  expect(owners.find('')).toBeNull()
})
