import { expect, test } from 'bun:test'
import { type ErrorCode, errorCodes } from './error-codes.ts'
import { errorIn, reasonIn } from './error-in-language.ts'

test('a sentence is written in either language, its reasons included', () => {
  expect(errorIn('en', 'not_found', { what: 'The user' })).toBe('The user was not found.')
  expect(errorIn('zh', 'not_found', { what: 'The user' })).toBe('未找到该用户。')
  expect(errorIn('zh', 'invalid_parameters', { reason: 'email: is not an email address' })).toBe(
    '参数无效：email：邮箱格式不正确。',
  )
})

test('what is no reason of ours stays as it is', () => {
  expect(reasonIn('zh', 'It rains.')).toBe('It rains.')
  expect(reasonIn('en', 'must be a number')).toBe('must be a number')
})

test('every sentence has its values filled in, in Chinese too', () => {
  for (const [code, { message }] of Object.entries(errorCodes)) {
    const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const text = errorIn('zh', code as ErrorCode, Object.fromEntries(names.map((name) => [name, 'x9'])))
    expect(text, code).not.toContain('{')
    for (const _ of names) expect(text, code).toContain('x9')
  }
})
