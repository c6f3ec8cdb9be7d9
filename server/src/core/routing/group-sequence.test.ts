import { expect, test } from 'bun:test'
import { GatewayError } from '../errors.ts'
import { readRefusal } from '../test-failures.ts'
import { createGroupSequence, enterNext } from './group-sequence.ts'

const full = (seconds: number) =>
  new GatewayError('no_available_channel', { model: 'm', group: 'g' }, { retryAfterSeconds: seconds })
const unknown = new GatewayError('model_not_found', { model: 'm' })

/** A walk over groups that refuse with these errors; null = the group takes the call. */
const walk = (groups: Record<string, Error | null>) =>
  createGroupSequence(Object.keys(groups), (group) => {
    const refusal = groups[group]
    if (refusal) throw refusal
    return group
  })

test('groups are entered in order, each once, and those that cannot take the call are passed over', () => {
  const groups = walk({ a: null, b: unknown, c: null })
  expect([groups.next(), groups.isExhausted, groups.next(), groups.isExhausted]).toEqual(['a', false, 'c', true])
  expect(enterNext(walk({ a: unknown, b: null }))).toBe('b')
})

test('where no group can take the call, the most useful reason is thrown, with the shortest wait', () => {
  expect(readRefusal(() => walk({ a: unknown, b: full(9), c: full(3), d: unknown }).next())).toMatchObject({
    code: 'no_available_channel',
    retryAfterSeconds: 3,
  })
  expect(readRefusal(() => walk({ a: full(2), b: full(8) }).next())?.retryAfterSeconds).toBe(2)
  expect(enterNext(walk({ a: unknown, b: full(9) }))).toBeNull()
})

test('a refusal that no other group changes ends the walk', () => {
  const refused = new GatewayError('insufficient_user_quota', { available: '$0', needed: '$1' })
  expect(readRefusal(() => walk({ a: unknown, b: refused, c: null }).next())).toBe(refused)
  const bug = new TypeError('a bug')
  expect(() => walk({ a: bug, b: null }).next()).toThrow(bug)
  expect(() => enterNext(walk({ a: bug }))).toThrow(bug)
})
