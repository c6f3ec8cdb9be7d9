import { expect, test } from 'bun:test'
import { passwordComplaintsOf } from './password-values.ts'

const good = { original: 'old secret', password: 'new secret', password2: 'new secret' }
const complaints = (values: Partial<typeof good>, hasPassword = true) =>
  passwordComplaintsOf({ ...good, ...values }, { hasPassword })

test('a password is replaced by another one, typed twice', () => {
  expect(complaints({})).toEqual({})
  expect(complaints({ original: '', password: '', password2: '' })).toEqual({
    original: 'originalRequired',
    password: 'passwordRequired',
  })
  expect(complaints({ password: 'old secret', password2: 'old secret' })).toEqual({
    password: 'passwordSame',
  })
  expect(complaints({ password2: 'newsecret' })).toEqual({ password2: 'passwordsDiffer' })
})

test('a new password has 8 to 20 characters', () => {
  expect(complaints({ password: '1234567', password2: '1234567' })).toEqual({ password: 'passwordShort' })
  const long = 'x'.repeat(21)
  expect(complaints({ password: long, password2: long })).toEqual({ password: 'passwordLong' })
})

test('an account without a password needs no old one', () => {
  expect(complaints({ original: '' }, false)).toEqual({})
})
