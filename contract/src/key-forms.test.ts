import { describe, expect, test } from 'bun:test'
import { bedrockKeys, chatglmKeys, fastgptKeys, hunyuanKeys, plainKey, vertexKeys } from './channel-keys.ts'
import { channelTypes } from './channel-types.ts'
import { formText, joinKey, keyHintOf, matchKey, objectionToKey, objectionToPart } from './key-forms.ts'

const keys = { accessKeyId: 'AK', secretAccessKey: 'SK', region: 'us-east-1' }

describe('the parts of a key', () => {
  test.each([
    ['AK|SK|us-east-1', keys],
    [' AK | SK | us-east-1 ', keys],
    ['AK|SK|ST|us-east-1', { ...keys, sessionToken: 'ST' }],
    ['ABSK=|us-east-1', { apiKey: 'ABSK=', region: 'us-east-1' }],
    ['AK||us-east-1', { ...keys, secretAccessKey: '' }],
  ])('of %p are read, and joined again', (key, parts) => {
    const match = matchKey(bedrockKeys, key)
    expect<unknown>(match?.parts).toEqual(parts)
    expect(match && joinKey(match.form, match.parts)).toBe(key.replaceAll(' ', ''))
  })

  test.each(['AK', 'a|b|c|d|e', ''])('of %p are too few or too many for any form', (key) => {
    expect(matchKey(bedrockKeys, key)).toBeNull()
  })

  test('are divided by the separator of the form', () => {
    const match = matchKey(chatglmKeys, 'id.se|cret')
    expect(match?.parts).toEqual({ keyId: 'id', keySecret: 'se|cret' })
    expect(matchKey(chatglmKeys, 'id.secret.more')).toBeNull()
  })

  test('are one text where the type has no other form', () => {
    expect(matchKey(plainKey('sk-…'), 'sk-a|b')?.parts).toEqual({ apiKey: 'sk-a|b' })
    expect(matchKey(hunyuanKeys, 'sk-1')?.form.name).toBe('apiKey')
    expect(matchKey(vertexKeys, '{"a":"x|y"}')?.form.name).toBe('serviceAccount')
  })
})

test.each([
  [bedrockKeys, 'AK|SK', 'region', 'notRegion'],
  [bedrockKeys, 'AK|SK|us-east-1.evil.example/', 'region', 'notRegion'],
  [bedrockKeys, 'AK||us-east-1', 'secretAccessKey', 'required'],
  [bedrockKeys, 'AK|S K|us-east-1', 'secretAccessKey', 'notOnePart'],
  [bedrockKeys, 'AK|密|us-east-1', 'secretAccessKey', 'asciiOnly'],
  [bedrockKeys, 'just one', undefined, 'keyForm'],
  [vertexKeys, '{"type":"service_account"}', 'serviceAccount', 'keyLacks'],
  [vertexKeys, '{', 'serviceAccount', 'keyNotAccount'],
] as const)('with the forms %p, the key %p is refused at %p: %s', (forms, key, part, code) => {
  const objection = objectionToKey(forms, key)
  expect(objection?.part).toBe(part)
  expect(objection?.reason.code).toBe(code)
})

test('every type has forms that name each part once, with at most one optional part', () => {
  for (const { keyForms, label } of channelTypes) {
    expect(keyForms.length, label).toBeGreaterThan(0)
    expect(new Set(keyForms.map(({ name }) => name)).size, label).toBe(keyForms.length)
    for (const { parts } of keyForms) {
      expect(new Set(parts.map(({ name }) => name)).size, label).toBe(parts.length)
      expect(parts.filter(({ isOptional }) => isOptional).length, label).toBeLessThan(2)
    }
  }
})

/** The types whose keys have parts: the pattern of the forms, a key that fits, and one that does not. */
const typesWithParts: Readonly<Record<number, readonly [form: string, fits: string, wrong: string]>> = {
  15: ['apiKey|secretKey', 'ak|sk', 'ak'],
  16: ['keyId.keySecret', 'id.secret', 'id'],
  18: ['appId|apiSecret|apiKey / apiPassword', 'app|secret|key', 'app|secret'],
  22: ['apiKey-appId / appKey', 'fastgpt-a-b', 'fastgpt-a|b'],
  23: ['secretId|secretKey / appId|secretId|secretKey / apiKey', 'app|AKID|key', 'a|b|c|d'],
  33: [
    'accessKeyId|secretAccessKey|region / accessKeyId|secretAccessKey|sessionToken|region / apiKey|region',
    'AKID|secret|us-east-1',
    'AKID|secret|nowhere',
  ],
  50: ['apiKey / accessKeyId|secretKey', 'AK|SK', 'a|b|c'],
  51: ['accessKeyId|secretAccessKey', 'AK|SK', 'AK'],
  39: ['apiToken / accountId|apiToken', '023e105f4ecef8ad9ca31a8372d0c353|token', 'account|token'],
  41: ['serviceAccount / apiKey', 'AQ.key', '{"type":"service_account"}'],
  46: ['apiKey / apiKey|appId', 'bce-v3/ALTAK-1/2|app-1', 'a|b|c'],
}

test.each(channelTypes.map(({ id, label, keyForms }) => ({ id, label, keyForms })))(
  'a key of $label is checked for its form',
  ({ id, keyForms }) => {
    const [form, fits, wrong] = typesWithParts[id] ?? []
    if (form === undefined || fits === undefined || wrong === undefined) {
      // Any text is a key of one part.
      expect(keyForms.flatMap(({ parts }) => parts)).toHaveLength(1)
      for (const key of ['sk-a', 'a|b', 'a-b']) expect(objectionToKey(keyForms, key)).toBeNull()
      return
    }
    expect(formText(keyForms)).toBe(form)
    expect(objectionToKey(keyForms, fits)).toBeNull()
    expect(objectionToKey(keyForms, wrong)).not.toBeNull()
  },
)

test('the forms of a type are written as a pattern', () => {
  expect(formText(hunyuanKeys)).toBe('secretId|secretKey / appId|secretId|secretKey / apiKey')
  expect(keyHintOf(chatglmKeys)).toBe('keyId.keySecret')
  expect(keyHintOf(plainKey('sk-…'))).toBe('sk-…')
})

test('a key of FastGPT has two parts only if it ends with the id of an application', () => {
  const readParts = (key: string) => matchKey(fastgptKeys, key)?.parts
  const appId = '6538b1e2f0c9a1b2c3d4e5f6'
  expect(readParts(`fastgpt-my-key-${appId}`)).toEqual({ apiKey: 'fastgpt-my-key', appId })
  expect(readParts('fastgpt-my-key')).toEqual({ appKey: 'fastgpt-my-key' })
  expect(objectionToKey(fastgptKeys, `-${appId}`)).toMatchObject({ part: 'apiKey' })
  expect(objectionToKey(fastgptKeys, 'fastgpt-my-key-')).toMatchObject({ part: 'appId' })
  const [personal] = fastgptKeys
  const [key, application] = personal?.parts ?? []
  if (!personal || !key || !application) throw new Error('the form has two parts')
  expect(objectionToPart(personal, key, 'fastgpt-my-key')).toBeNull()
  expect(objectionToPart(personal, application, appId)).toBeNull()
  expect(objectionToPart(personal, application, 'my-app')).toMatchObject({ code: 'keyForm' })
})
