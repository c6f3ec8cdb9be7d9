import { expect, test } from 'bun:test'
import { emailProblem, problemsOf, refusalsOf } from './register-values.ts'

const good = {
  username: 'ada',
  password: '12345678',
  password2: '12345678',
  email: 'ada@example.com',
  verification_code: '123456',
}

test('a complete form has no errors', () => {
  expect(problemsOf(good, { needsEmail: true })).toEqual({})
  expect(problemsOf({ ...good, email: '', verification_code: '' }, { needsEmail: false })).toEqual({})
})

test('each field reports its fault', () => {
  expect(
    problemsOf(
      { username: ' ', password: '1234567', password2: '12345678', email: '', verification_code: '' },
      { needsEmail: true },
    ),
  ).toEqual({
    username: 'usernameRequired',
    password: 'passwordShort',
    password2: 'passwordsDiffer',
    email: 'emailRequired',
    verification_code: 'codeRequired',
  })
  expect(problemsOf({ ...good, username: 'a'.repeat(13) }, { needsEmail: false })).toEqual({
    username: 'usernameLong',
  })
  const long = 'x'.repeat(129)
  expect(problemsOf({ ...good, password: long, password2: long }, { needsEmail: false })).toEqual({
    password: 'passwordLong',
  })
})

test('an email address has a name and a domain with a dot, and no spaces', () => {
  expect(emailProblem('ada@example.com')).toBeNull()
  for (const text of ['ada', '@example.com', 'ada@', 'ada@host', 'a b@example.com'])
    expect(emailProblem(text)).toBe('emailInvalid')
})

test("the server's error is shown at its field; a general one at none", () => {
  expect(refusalsOf({ fields: { verification_code: 'No.' } })).toEqual({ verification_code: 'No.' })
  expect(refusalsOf({ fields: { password: 'too long', body: 'odd' } })).toEqual({ password: 'too long' })
  expect(refusalsOf({ fields: {} })).toEqual({})
})
