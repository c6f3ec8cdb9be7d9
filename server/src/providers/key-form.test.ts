import { expect, test } from 'bun:test'
import { keyParser, secretsOf } from './key-form.ts'

const parse = keyParser([{ parts: ['apiKey', 'secretKey'] }])

test('a key is read by its parts, and refused with the form that it should have', () => {
  expect(parse('a|b')).toEqual({ ok: true, parts: { apiKey: 'a', secretKey: 'b' } })
  expect(parse('a')).toEqual({ ok: false, reason: { code: 'keyForm', params: { form: 'apiKey|secretKey' } } })
})

test('what must not be shown of a key: the whole, its long parts, and its token', () => {
  const secret = 'x'.repeat(20)
  expect(secretsOf(`id|${secret}|us-east-1`, 'ya29.token')).toEqual([
    `id|${secret}|us-east-1`,
    secret,
    'ya29.token',
  ])
  expect(secretsOf('sk-plain')).toEqual(['sk-plain'])
})
