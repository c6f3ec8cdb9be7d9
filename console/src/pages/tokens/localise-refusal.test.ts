import { expect, test } from 'bun:test'
import { ApiError } from '../../lib/api-client.ts'
import { localiseRefusal, type RefusalTexts } from './localise-refusal.ts'

const texts: RefusalTexts = {
  addressInvalid: (address, line) => `address ${address} line ${line}`,
  groupRefused: (group) => `group ${group}`,
  expiryPast: () => 'past',
  expiredFirst: () => 'expired',
  quotaFirst: () => 'quota',
  tooMany: (max) => `max ${max}`,
}
const refused = (fields: Record<string, string>, message = 'Invalid parameters.') =>
  new ApiError(message, 200, 'invalid_parameters', 'r1', fields)

test('a wrong address is named with its line', () => {
  const reason = '"10.0.0.999" is neither an address nor a range'
  const error = localiseRefusal(refused({ allow_ips: reason }), '10.0.0.1\n\n 10.0.0.999\n', texts)
  expect(error).toMatchObject({ fields: { allow_ips: 'address 10.0.0.999 line 3' }, requestId: 'r1' })
})

test.each([
  ['group', 'the group vip may not be used', 'group vip'],
  ['expired_time', 'the expiry is in the past', 'past'],
  ['expired_time', 'the token has expired, change its expiry first', 'expired'],
  ['remain_quota', 'the token has no quota left, raise it first', 'quota'],
  ['name', 'something new', 'something new'],
])('%s: %s', (field, reason, sentence) => {
  const error = localiseRefusal(refused({ [field]: reason }), '', texts)
  expect(error).toMatchObject({ message: sentence, fields: { [field]: sentence } })
})

test('the limit of tokens has no field and becomes the message', () => {
  const message = 'Invalid parameters: at most 1000 tokens an account.'
  expect(localiseRefusal(refused({}, message), '', texts)).toMatchObject({ message: 'max 1000' })
})

test('other failures stay as they are', () => {
  const error = new ApiError('offline', 0)
  expect(localiseRefusal(error, '', texts)).toBe(error)
})
