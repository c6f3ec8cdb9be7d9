import { expect, test } from 'bun:test'
import { ApiError } from '../../lib/api-client.ts'
import { localiseRefusal } from './refusal.ts'

const localise = (message: string, code: string, fields: Record<string, string> = {}) => {
  const answer = localiseRefusal(
    new ApiError(message, 200, code, 'r1', fields),
    (reason) => `<${reason}>`,
  ) as ApiError
  return { message: answer.message, fields: answer.fields }
}

test('a known reason is told in the person’s words at its field', () => {
  const https = 'the address must begin with https://'
  expect(localise(`参数无效：${https}。`, 'invalid_parameters', { webhook_url: https })).toEqual({
    message: '<webhookHttps>',
    fields: { webhook_url: '<webhookHttps>' },
  })
})

test('an address that may not be called is refused in one sentence, whatever is wrong with it', () => {
  const fields = { webhook_url: 'loopback address' }
  expect(localise('x', 'invalid_parameters', fields).fields).toEqual({ webhook_url: '<webhookRefused>' })
})

test('a code that speaks of a field stands there with its own sentence', () => {
  expect(localise('用户名已被使用', 'username_taken').fields).toEqual({ username: '用户名已被使用' })
})

test('what is not known stays as it came', () => {
  expect(localise('Something else.', 'internal_error')).toEqual({ message: 'Something else.', fields: {} })
  const other = new Error('x')
  expect(localiseRefusal(other, () => '')).toBe(other)
})
