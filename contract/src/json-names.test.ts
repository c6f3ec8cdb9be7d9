import { expect, test } from 'bun:test'
import { repeatedName } from './json-names.ts'

test('a repeated name in one object is found, at any depth and in any spelling', () => {
  expect(repeatedName('{"gpt-4o":1,"o3":2,"gpt-4o":3}')).toBe('gpt-4o')
  expect(repeatedName('{"a":{"b":1,"b":2}}')).toBe('b')
  expect(repeatedName('[{"a":1},{"a":1,"\\u0061":2}]')).toBe('a')
  expect(repeatedName('{"a\\"b":1,"a\\"b":2}')).toBe('a"b')
  expect(repeatedName('{"":1,"":2}')).toBe('')
})

test('the same name in other objects, as a value or with braces in it, is no duplicate', () => {
  for (const text of [
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"{":1,"}":2,":":3}',
    '["a","a"]',
    '"a"',
    '12',
  ])
    expect(repeatedName(text)).toBeNull()
})
