import { expect, test } from 'bun:test'
import { wenxinKeys } from '@sluice/contract/channel-keys'
import { keyParser, secretsOf } from './key-form.ts'

const parse = keyParser(wenxinKeys)

test('a key is split into its parts, or refused with the expected form', () => {
  expect(parse('a|b')).toEqual({ ok: true, parts: { apiKey: 'a', secretKey: 'b' } })
  expect(parse('a')).toEqual({ ok: false, reason: { code: 'keyForm', params: { form: 'apiKey|secretKey' } } })
  expect(parse('a|')).toEqual({ ok: false, part: 'secretKey', reason: { code: 'required', params: {} } })
})

test('the secrets of a key are the whole, its long parts, and its token', () => {
  const secret = 'x'.repeat(20)
  expect(secretsOf(`id|${secret}|us-east-1`, 'ya29.token')).toEqual([`id|${secret}|us-east-1`, secret, 'ya29.token'])
  expect(secretsOf('sk-plain')).toEqual(['sk-plain'])
})
