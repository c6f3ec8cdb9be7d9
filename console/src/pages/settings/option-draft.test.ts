import { expect, test } from 'bun:test'
import { optionOf } from '@sluice/contract/options/registry'
import { changesOf, currentValue, isChanged, type OptionSnapshot, sentValue, withSaved } from './option-draft.ts'
import type { CardSpec } from './option-field.ts'

const keys = [
  ...(['ServerAddress', 'oidc.well_known', 'SystemName', 'SMTPToken', 'Price', 'SMTPPort'] as const),
  ...(['SMTPSSLEnabled', 'GroupRatio', 'SensitiveWords'] as const),
]
const card: CardSpec = {
  id: 'mixed',
  area: 'system',
  writer: 'root',
  options: Object.fromEntries(keys.map((key) => [key, optionOf(key)])),
}
const snapshot: OptionSnapshot = {
  values: {
    ServerAddress: 'https://a.example',
    'oidc.well_known': '',
    SystemName: 'Sluice',
    Price: '7.3',
    SMTPPort: '587',
    SMTPSSLEnabled: 'false',
    GroupRatio: '{"default":1}',
    SensitiveWords: 'one\ntwo',
  },
  secretsSet: ['SMTPToken'],
  rootOnly: [],
}
const changes = (draft: Record<string, string>) => changesOf(card, snapshot, draft)

test('unchanged fields are not sent, nor are texts with the same meaning', () => {
  expect(changes({})).toEqual([])
  expect(
    changes({
      ServerAddress: ' https://a.example// ',
      SystemName: ' Sluice ',
      SMTPToken: '',
      Price: '7.30',
      SMTPPort: '',
      SMTPSSLEnabled: 'false',
      GroupRatio: '{\n  "default": 1\n}',
      SensitiveWords: 'one\ntwo',
    }),
  ).toEqual([])
})

test('changes are sent in the order of the card, in the server’s form', () => {
  expect(
    changes({
      SMTPSSLEnabled: 'true',
      SMTPToken: ' secret ',
      Price: '7.5 ',
      ServerAddress: 'https://b.example/',
      'oidc.well_known': 'https://id.example/well-known/',
      GroupRatio: '{"default":2}',
      Elsewhere: 'of another card',
    }),
  ).toEqual([
    { key: 'ServerAddress', value: 'https://b.example' },
    { key: 'oidc.well_known', value: 'https://id.example/well-known/' },
    // White space may be part of a secret.
    { key: 'SMTPToken', value: ' secret ' },
    { key: 'Price', value: '7.5' },
    { key: 'SMTPSSLEnabled', value: 'true' },
    { key: 'GroupRatio', value: '{"default":2}' },
  ])
})

test('an emptied number is a change, unless it is optional', () => {
  expect(isChanged(optionOf('RetryTimes'), '5', '')).toBe(true)
  expect(isChanged(optionOf('SMTPPort'), '5', '')).toBe(false)
  expect(isChanged(optionOf('RetryTimes'), '5', 'many')).toBe(true)
})

test('a number is rounded to its decimals', () => {
  const price = optionOf('Price')
  expect(['7.256', '7.30', ' 7 ', '', 'x'].map((text) => sentValue(price, text))).toEqual(['7.26', '7.3', '7', '', 'x'])
  expect(isChanged(price, '7.3', '7.301')).toBe(false)
})

test('invalid JSON counts as changed, so that it is checked', () => {
  expect(isChanged(optionOf('GroupRatio'), '{}', '{')).toBe(true)
})

test('a field shows the input, else the loaded value; JSON is indented, and a secret is never shown', () => {
  const shown = (key: (typeof keys)[number], draft = {}) => currentValue(key, optionOf(key), snapshot, draft)
  expect(shown('GroupRatio')).toBe('{\n  "default": 1\n}')
  expect(shown('SMTPToken')).toBe('')
  expect(shown('SystemName')).toBe('Sluice')
  expect(shown('SystemName', { SystemName: '' })).toBe('')
})

test('saved values enter the snapshot; of a secret only whether it is set', () => {
  const isSecret = (key: string) => card.options[key]?.kind === 'secret'
  const after = withSaved(snapshot, [{ key: 'SystemName', value: 'Weir' }], isSecret)
  expect(after.values.SystemName).toBe('Weir')
  expect(after.secretsSet).toEqual(['SMTPToken'])
  const cleared = withSaved(after, [{ key: 'SMTPToken', value: '' }], isSecret)
  expect(cleared.secretsSet).toEqual([])
  const set = withSaved(cleared, [{ key: 'SMTPToken', value: 'x' }], isSecret)
  expect(set.secretsSet).toEqual(['SMTPToken'])
  expect(JSON.stringify(set.values)).not.toContain('SMTPToken')
})
