import { expect, test } from 'bun:test'
import { passwordProblemsOf } from './password-values.ts'

const good = { original: 'old secret', password: 'new secret', password2: 'new secret' }
const problems = (values: Partial<typeof good>, hasPassword = true) =>
  passwordProblemsOf({ ...good, ...values }, { hasPassword })

test('a password is replaced by another one, typed twice', () => {
  expect(problems({})).toEqual({})
  expect(problems({ original: '', password: '', password2: '' })).toEqual({
    original: 'originalRequired',
    password: 'passwordRequired',
  })
  expect(problems({ password: 'old secret', password2: 'old secret' })).toEqual({
    password: 'passwordSame',
  })
  expect(problems({ password2: 'newsecret' })).toEqual({ password2: 'passwordsDiffer' })
})

test('a new password has 8 to 128 characters', () => {
  expect(problems({ password: '1234567', password2: '1234567' })).toEqual({ password: 'passwordShort' })
  const long = 'x'.repeat(129)
  expect(problems({ password: long, password2: long })).toEqual({ password: 'passwordLong' })
})

test('an account without a password needs no old one', () => {
  expect(problems({ original: '' }, false)).toEqual({})
})
