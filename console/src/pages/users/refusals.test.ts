import { expect, test } from 'bun:test'
import { ApiError } from '../../lib/api-client.ts'
import { localiseRefusal } from './refusals.ts'

const say = (key: string) => `<${key}>`
const refused = (code: string, fields: Record<string, string>) =>
  (localiseRefusal(new ApiError('no', 200, code, 'r1', fields), say) as ApiError).fields

test('reasons stand at their fields in the person’s words', () => {
  expect(refused('invalid_parameters', { group: 'no group has this name', quota: 'odd' })).toEqual({
    group: '<group>',
    quota: 'odd',
  })
})

test('limits are one field', () => {
  expect(refused('invalid_parameters', { 'limits.rpm': 'odd' })).toEqual({ limits: 'odd' })
})

test('a taken name is said at the name', () => {
  expect(refused('username_taken', {})).toEqual({ username: '<usernameTaken>' })
})

test('what is no answer of the server stays', () => {
  const error = new Error('offline')
  expect(localiseRefusal(error, say)).toBe(error)
})
