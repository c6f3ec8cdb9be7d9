import { expect, test } from 'bun:test'
import { formText, joinKey, type KeyForm, splitKey } from './key-forms.ts'

const forms: readonly KeyForm[] = [
  { parts: ['accessKeyId', 'secretAccessKey', 'region'] },
  { parts: ['apiKey', 'region'] },
]

test.each([
  ['AK|SK|us-east-1', { accessKeyId: 'AK', secretAccessKey: 'SK', region: 'us-east-1' }],
  [' AK | SK | us-east-1 ', { accessKeyId: 'AK', secretAccessKey: 'SK', region: 'us-east-1' }],
  ['ABSK=|us-east-1', { apiKey: 'ABSK=', region: 'us-east-1' }],
  ['AK||us-east-1', null],
  ['AK|SK|', null],
  ['AK', null],
  ['a|b|c|d', null],
  ['', null],
])('the parts of %p', (key, parts) => {
  expect(splitKey(forms, key)).toEqual(parts)
})

test('a separator of its own divides a key, and joins it again', () => {
  const form: KeyForm = { parts: ['appId', 'secretKey'], separator: '.' }
  const parts = splitKey([form], 'id.se|cret')
  expect(parts).toEqual({ appId: 'id', secretKey: 'se|cret' })
  expect(joinKey(form, parts ?? {})).toBe('id.se|cret')
  expect(splitKey([form], 'id.secret.more')).toBeNull()
})

test('the forms of a type are written as a pattern', () => {
  expect(formText(forms)).toBe('accessKeyId|secretAccessKey|region / apiKey|region')
})
