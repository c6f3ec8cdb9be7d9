import { expect, test } from 'bun:test'
import { ApiError } from '../../lib/api-client.ts'
import { localiseRefusal } from './refusals.ts'

const say = (key: string) => `<${key}>`

test('a refusal is said in our words at the field of the form', () => {
  const error = new ApiError('sentence', 200, 'invalid_parameters', 'r1', {
    base_url: 'private addresses are not allowed',
    group: 'group name too long: x…',
  })
  const refused = localiseRefusal(error, say)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({
    message: 'sentence',
    requestId: 'r1',
    fields: { base_url: '<privateAddress>', groups: 'group name too long: x…' },
  })
})

test('other failures stay what they are', () => {
  const error = new Error('broken')
  expect(localiseRefusal(error, say)).toBe(error)
})
