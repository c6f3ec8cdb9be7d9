import { expect, test } from 'bun:test'
import { makeReason, type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { readerOf } from '@sluice/contract/messages/render'
import type { Reader } from '@sluice/contract/messages/write-message'
import { packParams } from '@sluice/contract/pack-params'
import { localiseMessage, localiseRefusal } from './error-message.ts'
import { findLabel } from './message-reader.ts'

const labels: Record<string, string> = {
  email: '邮箱',
  SMTPServer: '邮件服务器',
  Logo: '图标',
  limits: '限制',
}

const { language, texts } = readerOf('zh')
const { tooLarge: _, ...olderReasons } = texts.reasons
const { login_failed: __, ...olderErrors } = texts.errors
/** A console of an older version, which lacks two texts. */
const reader: Reader = {
  language,
  texts: { ...texts, errors: olderErrors, reasons: olderReasons },
  labelOf: (name) => findLabel(name, (path) => labels[path]),
}

const refused = (field: string, reason: Reason) => ({
  code: 'invalid_parameters',
  message: 'x',
  fields: { [field]: 'the words of the server' },
  field_reasons: { [field]: reason },
})
const messageAt = (field: string, reason: Reason) => localiseMessage(refused(field, reason), reader)

test('a known code is formatted in the user’s language, with its values and reasons', () => {
  const params = { what: 'Token 5' }
  expect(localiseMessage({ code: 'not_found', message: 'x', params }, reader)).toBe('未找到Token 5。')
  const packed = packParams({ what: makeReason('user') })
  expect(localiseMessage({ code: 'not_found', message: 'x', ...packed }, reader)).toBe('未找到该用户。')
})

test('without values, code or translation the message of the server is kept', () => {
  expect(localiseMessage({ code: 'not_found', message: 'Gone since May.' }, reader)).toBe('Gone since May.')
  expect(localiseMessage({ code: 'constructor', message: 'Hm.' }, reader)).toBe('Hm.')
  expect(localiseMessage({ message: 'Hm.' }, reader)).toBe('Hm.')
  expect(localiseMessage({ code: 'login_failed', message: 'No.' }, reader)).toBe('No.')
})

test('a reason that only a newer server knows stays as it was sent', () => {
  const packed = packParams({ reason: makeReason('tooLarge') })
  expect(localiseMessage({ code: 'invalid_parameters', message: 'x', ...packed }, reader)).toBe('is too large。')
  expect(localiseRefusal(refused('email', makeReason('tooLarge')), reader)).toEqual({
    message: '邮箱：the words of the server',
    fields: { email: 'the words of the server' },
  })
})

test('each field has its reason in the user’s language', () => {
  const reason = makeReason('notLess', { min: 3 })
  expect(localiseRefusal(refused('email', reason), reader).fields).toEqual({ email: '不能小于 3' })
})

test('a wrong field is named by its label, never by its wire name', () => {
  expect(messageAt('email', makeReason('notMailAddress'))).toBe('邮箱：邮箱格式不正确')
  expect(messageAt('limits.rpm', makeReason('mustBeNumber'))).toBe('限制：必须是数字')
  expect(messageAt('quota_loaded', makeReason('mustBeNumber'))).toBe('有一项内容无法使用：必须是数字')
})

test('names of fields and options inside a sentence are those of the page', () => {
  expect(localiseMessage({ code: 'option_conflict', message: 'x', params: { key: 'Logo' } }, reader)).toBe(
    '图标 刚刚被其他管理员修改过。',
  )
  expect(messageAt('email', makeReason('fillInFirst', { names: 'SMTPServer, Other' }))).toBe(
    '邮箱：请先填写 邮件服务器、Other',
  )
  const packed = packParams({ reason: makeReason('missing', { name: 'email' }) })
  expect(localiseMessage({ code: 'invalid_parameters', message: 'x', ...packed }, reader)).toBe('缺少 邮箱。')
})

test('the name of another thing stays literal, even if a field has the same', () => {
  expect(localiseMessage({ code: 'name_taken', message: 'x', params: { name: 'email' } }, reader)).toBe(
    '名称 email 已被使用，请换一个。',
  )
  const packed = packParams({ reason: makeReason('fieldTwice', { key: 'email' }) })
  expect(localiseMessage({ code: 'invalid_request', message: 'x', ...packed }, reader)).toContain('email')
})

test('a reason may be about an entry of a table; choices are not spelled out', () => {
  expect(messageAt('email', reasonAt('gpt-4o', makeReason('notLess', { min: 0 })))).toBe('邮箱：gpt-4o：不能小于 0')
  expect(messageAt('email', makeReason('mustBeOneOf', { choices: 'round_robin, random' }))).toBe('邮箱：不在可选范围内')
})
