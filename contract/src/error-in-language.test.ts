import { expect, test } from 'bun:test'
import { type ErrorCode, errorCodes } from './error-codes.ts'
import { errorIn, reasonIn, type TextLanguage } from './error-in-language.ts'
import { makeReason, type Reason, reasonAt } from './error-reasons.ts'
import { namesIn } from './fill-text.ts'

test('a message is written in either language, including its reasons', () => {
  expect(errorIn('en', 'not_found', { what: makeReason('user') })).toBe('The user was not found.')
  expect(errorIn('zh', 'not_found', { what: makeReason('user') })).toBe('未找到该用户。')
  const reason = reasonAt('email', makeReason('notMailAddress'))
  expect(errorIn('en', 'invalid_parameters', { reason })).toBe('email is not an email address.')
  expect(errorIn('zh', 'invalid_parameters', { reason })).toBe('email：邮箱格式不正确。')
})

test.each([
  [reasonAt('group', makeReason('noSuchGroup')), 'group: the group does not exist.'],
  [reasonAt('webhook_url', makeReason('addressNotHttps')), 'webhook_url: the address must begin with https://.'],
  [reasonAt('names[1]', makeReason('notEmpty')), 'names, entry 2 must not be empty.'],
  [reasonAt('a', makeReason('mustBeObject')), 'a must be an object.'],
  [makeReason('namesOrIds'), 'This needs either names or ids.'],
  [makeReason('balanceTooHigh'), 'The balance would exceed the maximum of an account, so nothing was credited.'],
])('a refusal begins with what it concerns: %p', (reason, text) => {
  expect(errorIn('en', 'invalid_parameters', { reason })).toBe(text)
})

test('an option is the subject of its fault; entries of lists are counted from 1', () => {
  const refuse = (key: string, reason: Reason, language: TextLanguage = 'en') =>
    errorIn(language, 'option_invalid', { key, reason })
  expect(refuse('GroupRatio', makeReason('notJson'))).toBe('GroupRatio is not valid JSON.')
  expect(refuse('GroupRatio', makeReason('groupStays'))).toBe('GroupRatio: the group default must stay.')
  const domain = reasonAt('[0]', makeReason('notDomain'))
  expect(refuse('EmailDomainWhitelist', domain)).toBe(
    'EmailDomainWhitelist: entry 1 is not a domain such as example.com.',
  )
  expect(refuse('EmailDomainWhitelist', domain, 'zh')).toContain('第 1 项：')
  const pair = reasonAt('vip[0]', makeReason('notLess', { min: 0 }))
  expect(refuse('ModelRequestRateLimitGroup', pair)).toBe(
    'ModelRequestRateLimitGroup: vip, entry 1 must not be less than 0.',
  )
})

test('a nested entry is named with its whole path', () => {
  const reason = reasonAt('setting', reasonAt('proxy', makeReason('proxyPassword')))
  expect(reasonIn('en', reason)).toBe('setting: proxy: enter its password again')
})

test('text of another party stays unchanged', () => {
  const params = { provider: 'github', reason: 'access_denied' }
  expect(errorIn('zh', 'sign_in_failed', params)).toContain('access_denied')
})

test('every message has its values filled in, in each language', () => {
  for (const [code, { message }] of Object.entries(errorCodes)) {
    const names = namesIn(message)
    for (const language of ['en', 'zh'] as const) {
      const text = errorIn(language, code as ErrorCode, Object.fromEntries(names.map((name) => [name, 'x9'])))
      expect(text, code).not.toContain('{')
      for (const _ of names) expect(text, code).toContain('x9')
    }
  }
})
