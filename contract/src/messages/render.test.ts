import { expect, test } from 'bun:test'
import { makeReason, type Reason, reasonAt } from '../error-reasons.ts'
import type { TextLanguage } from './languages.ts'
import { render, renderStored } from './render.ts'

test('a message is written in either language, including its reasons', () => {
  expect(render('en', 'errors', { code: 'not_found', params: { what: makeReason('user') } })).toBe(
    'The user was not found.',
  )
  expect(render('zh', 'errors', { code: 'not_found', params: { what: makeReason('user') } })).toBe('未找到该用户。')
  const reason = reasonAt('email', makeReason('notMailAddress'))
  expect(render('en', 'errors', { code: 'invalid_parameters', params: { reason } })).toBe(
    'email is not an email address.',
  )
  expect(render('zh', 'errors', { code: 'invalid_parameters', params: { reason } })).toBe('email：邮箱格式不正确。')
})

test.each([
  [reasonAt('group', makeReason('noSuchGroup')), 'group: the group does not exist.'],
  [reasonAt('webhook_url', makeReason('addressNotHttps')), 'webhook_url: the address must begin with https://.'],
  [reasonAt('names[1]', makeReason('notEmpty')), 'names, entry 2 must not be empty.'],
  [reasonAt('a', makeReason('mustBeObject')), 'a must be an object.'],
  [makeReason('namesOrIds'), 'This needs either names or ids.'],
  [makeReason('balanceTooHigh'), 'The balance would exceed the maximum of an account, so nothing was credited.'],
])('a refusal begins with what it concerns: %p', (reason, text) => {
  expect(render('en', 'errors', { code: 'invalid_parameters', params: { reason } })).toBe(text)
})

test('an option is the subject of its fault; entries of lists are counted from 1', () => {
  const refuse = (key: string, reason: Reason, language: TextLanguage = 'en') =>
    render(language, 'errors', { code: 'option_invalid', params: { key, reason } })
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
  expect(render('en', 'reasons', reason)).toBe('setting: proxy: enter its password again')
})

test('text of another party stays unchanged', () => {
  const params = { provider: 'github', reason: 'access_denied' }
  expect(render('zh', 'errors', { code: 'sign_in_failed', params: params })).toContain('access_denied')
})

test('a text has the form of its number in each language', () => {
  const keys = (language: TextLanguage, max: number | string) =>
    render(language, 'reasons', makeReason('tooManyKeys', { max }))
  expect([keys('en', 1), keys('en', 2), keys('en', '1'), keys('en', 'some')]).toEqual([
    'at most 1 key',
    'at most 2 keys',
    'at most 1 key',
    'at most some keys',
  ])
  expect(keys('zh', 1)).toBe('最多 1 个密钥')
})

test('each of several counts has its own form', () => {
  const reason = makeReason('groupInUse', { users: 1, tokens: 0, channels: 21 })
  expect(render('en', 'reasons', reason)).toStartWith('is used by 1 account, 0 tokens and 21 channels;')
  expect(render('zh', 'reasons', reason)).toStartWith('有 1 个账户、0 个令牌和 21 个渠道在使用该分组')
})

test('a stored message without a text or a param of this version is not written', () => {
  expect(renderStored('en', 'errors', { code: 'of_tomorrow' })).toBeNull()
  expect(renderStored('en', 'errors', { code: 'toString' })).toBeNull()
  expect(renderStored('en', 'errors', { code: 'model_hidden', params: { model: 'm' } })).toBeNull()
  expect(renderStored('en', 'errors', { code: 'model_hidden', params: { model: 'm', group: 'g' } })).toContain("'m'")
})

test('a wrong code or a missing param does not compile', () => {
  // @ts-expect-error: no such code
  expect(render('en', 'errors', { code: 'of_tomorrow' })).toBe('of_tomorrow')
  // @ts-expect-error: no such code
  expect(makeReason('ofTomorrow')).toEqual({ code: 'ofTomorrow', params: {} })
  // @ts-expect-error: the text has a value
  expect(render('en', 'reasons', makeReason('tooManyKeys'))).toBe('at most max keys')
  // @ts-expect-error: the text has a value
  expect(render('en', 'paymentFaults', { code: 'order_unknown' })).toBe('Order order is not known here')
})
