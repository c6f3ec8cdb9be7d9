import { describe, expect, test } from 'bun:test'
import { asText, keyEntryFor, keysIn, keyTextOf, objectionToField, objectionToText, shownForm } from './key-entry.ts'

const [openai, bedrock, vertex, cloudflare] = [1, 33, 41, 39]
const parts = { accessKeyId: 'AK', secretAccessKey: ' SK ', region: 'us-east-1' }

describe('the keys of a form', () => {
  test('are the parts of one key, joined', () => {
    expect(keyTextOf({ type: bedrock, key_form: '', key_parts: parts })).toBe('AK|SK|us-east-1')
    const temporary = { ...parts, sessionToken: 'ST' }
    expect(keyTextOf({ type: bedrock, key_form: 'accessKeys', key_parts: temporary })).toBe('AK|SK|ST|us-east-1')
    expect(keyTextOf({ type: bedrock, key_form: 'apiKey', key_parts: { apiKey: 'B', region: 'r' } })).toBe('B|r')
  })

  test('are none where no part of the chosen form is filled in, even if parts of other forms are', () => {
    expect(keyTextOf({ type: bedrock, key_form: 'apiKey', key_parts: { accessKeyId: 'AK' } })).toBe('')
    expect(keyTextOf({ type: bedrock })).toBe('')
  })

  test('are a text, each key once', () => {
    expect(keyTextOf({ type: openai, key: 'sk-1\n\n sk-2 \nsk-1' })).toBe('sk-1\nsk-2')
    expect(keyTextOf({ type: bedrock, key_form: asText, key: 'a|b\nc|d', key_parts: parts })).toBe('a|b\nc|d')
  })

  test('are one key where a JSON text has several lines', () => {
    const account = '{\n  "type": "service_account",\n  "scopes": [\n  ]\n}'
    expect(keysIn(account)).toHaveLength(1)
    expect(keyTextOf({ type: vertex, key_parts: { serviceAccount: account } })).toBe(
      '{"type":"service_account","scopes":[]}',
    )
  })
})

test('a key is shown as the parts of its form; several keys and other texts are shown as text', () => {
  expect(keyEntryFor(bedrock, 'AK|SK|us-east-1')).toEqual({
    key_form: 'accessKeys',
    key: '',
    key_parts: { accessKeyId: 'AK', secretAccessKey: 'SK', region: 'us-east-1' },
  })
  expect(keyEntryFor(bedrock, 'sk-1')).toMatchObject({ key_form: asText, key: 'sk-1' })
  expect(keyEntryFor(cloudflare, 'a\nb')).toMatchObject({ key_form: asText, key: 'a\nb' })
  expect(keyEntryFor(openai, 'sk-1')).toMatchObject({ key_form: '', key: 'sk-1' })
  expect(keyEntryFor(bedrock, '')).toMatchObject({ key_form: '', key: '', key_parts: {} })
})

test('each part is checked separately, and an empty key is refused only where a key is required', () => {
  const form = shownForm(bedrock, 'accessKeys')
  const region = form?.parts.at(-1)
  if (!form || !region) throw new Error('no form')
  const objection = (values: object, isRequired = false) =>
    objectionToField(form, region, { parts: values, isRequired })?.code ?? null
  expect(objection({})).toBeNull()
  expect(objection({}, true)).toBe('required')
  expect(objection({ accessKeyId: 'AK' })).toBe('required')
  expect(objection({ ...parts, region: 'Frankfurt' })).toBe('notRegion')
  expect(objection(parts)).toBeNull()
})

test('the first wrong key of several is reported with its line', () => {
  expect(objectionToText(bedrock, 'a|us-east-1\n\nb|c')).toMatchObject({
    line: 2,
    reason: { code: 'notRegion' },
  })
  expect(objectionToText(bedrock, 'a|us-east-1')).toBeNull()
})
