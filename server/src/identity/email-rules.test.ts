import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { checkEmailRules } from './email-rules.ts'

const options = {
  EmailDomainRestrictionEnabled: true,
  EmailAliasRestrictionEnabled: true,
  EmailDomainWhitelist: ['example.org', 'Mail.Example'],
}

function verdictOn(email: string, more: Partial<typeof options> = {}): string {
  try {
    checkEmailRules({ ...options, ...more }, email)
    return 'taken'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    expect(Object.keys(error.fields ?? {})).toEqual(['email'])
    return error.code
  }
}

test('only whole domains of the list are accepted, in any case', () => {
  expect(verdictOn('ana@example.org')).toBe('taken')
  expect(verdictOn('ana@mail.example')).toBe('taken')
  for (const email of ['ana@sub.example.org', 'ana@notexample.org', 'ana@example.org.evil.example'])
    expect(verdictOn(email)).toBe('email_domain_not_allowed')
  expect(verdictOn('ana@other.example', { EmailDomainRestrictionEnabled: false })).toBe('taken')
})

test('aliases are refused where the site says so', () => {
  for (const email of ['a.na@example.org', 'ana+1@example.org'])
    expect(verdictOn(email)).toBe('email_alias_not_allowed')
  expect(verdictOn('a.na+1@example.org', { EmailAliasRestrictionEnabled: false })).toBe('taken')
})
