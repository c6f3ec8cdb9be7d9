import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { checkEmailRules } from './email-rules.ts'

const options = {
  EmailDomainRestrictionEnabled: true,
  EmailAliasRestrictionEnabled: true,
  EmailDomainWhitelist: ['example.org', 'Mail.Example'],
}

/** The error code of a refusal, or 'accepted'. */
function check(email: string, more: Partial<typeof options> = {}): string {
  try {
    checkEmailRules({ ...options, ...more }, email)
    return 'accepted'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    expect(Object.keys(error.fields ?? {})).toEqual(['email'])
    return error.code
  }
}

test('only whole domains of the list are accepted, in any case', () => {
  expect(check('ana@example.org')).toBe('accepted')
  expect(check('ana@mail.example')).toBe('accepted')
  for (const email of ['ana@sub.example.org', 'ana@notexample.org', 'ana@example.org.evil.example'])
    expect(check(email)).toBe('email_domain_not_allowed')
  expect(check('ana@other.example', { EmailDomainRestrictionEnabled: false })).toBe('accepted')
})

test('aliases are refused if the option is enabled', () => {
  for (const email of ['a.na@example.org', 'ana+1@example.org']) expect(check(email)).toBe('email_alias_not_allowed')
  expect(check('a.na+1@example.org', { EmailAliasRestrictionEnabled: false })).toBe('accepted')
})
