import { expect, test } from 'bun:test'
import { complaintsOf, emailComplaint, refusalsOf } from './register-values.ts'

const good = {
  username: 'ada',
  password: '12345678',
  password2: '12345678',
  email: 'ada@example.com',
  verification_code: '123456',
}

test('a complete form has no errors', () => {
  expect(complaintsOf(good, { needsEmail: true })).toEqual({})
  expect(complaintsOf({ ...good, email: '', verification_code: '' }, { needsEmail: false })).toEqual({})
})

test('each field reports its fault', () => {
  expect(
    complaintsOf(
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
  expect(complaintsOf({ ...good, username: 'a'.repeat(13) }, { needsEmail: false })).toEqual({
    username: 'usernameLong',
  })
})

test('an address has text on both sides', () => {
  expect(emailComplaint('ada@example.com')).toBeNull()
  for (const text of ['ada', '@example.com', 'ada@', 'ada@host', 'a b@example.com'])
    expect(emailComplaint(text)).toBe('emailInvalid')
})

test("the server's error is shown at its field; a general one at none", () => {
  const refused = (code: string, fields: Record<string, string> = {}) => refusalsOf({ code, message: 'No.', fields })
  expect(refused('username_taken')).toEqual({ username: 'No.' })
  expect(refused('email_code_wrong')).toEqual({ verification_code: 'No.' })
  expect(refused('email_alias_not_allowed')).toEqual({ email: 'No.' })
  expect(refused('invalid_parameters', { password: 'too long', body: 'odd' })).toEqual({
    password: 'too long',
  })
  expect(refused('register_disabled')).toEqual({})
})
