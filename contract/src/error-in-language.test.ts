import { expect, test } from 'bun:test'
import { type ErrorCode, errorCodes } from './error-codes.ts'
import { errorIn, reasonIn } from './error-in-language.ts'
import { makeReason, reasonAt } from './error-reasons.ts'
import { namesIn } from './fill-text.ts'

test('a message is written in either language, including its reasons', () => {
  expect(errorIn('en', 'not_found', { what: makeReason('user') })).toBe('The user was not found.')
  expect(errorIn('zh', 'not_found', { what: makeReason('user') })).toBe('未找到该用户。')
  const reason = reasonAt('email', makeReason('notMailAddress'))
  expect(errorIn('en', 'invalid_parameters', { reason })).toBe('Invalid parameters: email: is not an email address.')
  expect(errorIn('zh', 'invalid_parameters', { reason })).toBe('参数无效：email：邮箱格式不正确。')
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
