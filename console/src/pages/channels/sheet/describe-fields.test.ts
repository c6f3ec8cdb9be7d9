import { expect, test } from 'bun:test'
import { describeFields } from './describe-fields.ts'

test('names that came and went are said, not the whole lists', () => {
  const fields = [{ name: 'models', before: 'a,b,c', after: 'a,c,d' }]
  expect(describeFields(fields)).toEqual([{ kind: 'lists', name: 'models', added: ['d'], removed: ['b'] }])
})

test('a secret is named, a new value has no former one, and long values are cut', () => {
  const long = 'x'.repeat(80)
  expect(
    describeFields([
      { name: 'key', before: null, after: null },
      { name: 'reason', before: null, after: 'slow' },
      { name: 'remark', before: '', after: long },
      { name: 'keys_on', before: null, after: '3' },
    ]),
  ).toEqual([
    { kind: 'only', name: 'key' },
    { kind: 'set', name: 'reason', after: 'slow' },
    { kind: 'was', name: 'remark', before: '', after: `${'x'.repeat(48)}…` },
  ])
})

test('names in another order are a change of the text', () => {
  expect(describeFields([{ name: 'group', before: 'a,b', after: 'b,a' }])).toEqual([
    { kind: 'was', name: 'group', before: 'a,b', after: 'b,a' },
  ])
})
