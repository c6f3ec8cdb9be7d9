import { expect, test } from 'bun:test'
import { parseOtlpHeaders } from './parse-headers.ts'

test('headers are separated by commas and percent-encoded', () => {
  expect(parseOtlpHeaders('')).toEqual({})
  expect(parseOtlpHeaders('Authorization=Basic%20YTpi, x-scope=a=b ,')).toEqual({
    authorization: 'Basic YTpi',
    'x-scope': 'a=b',
  })
})

test.each([
  ['a=1,secret', 'part 2 is not name=value'],
  ['=secret', 'part 1 is not name=value'],
  ['a b=secret', 'part 1 is not name=value'],
  ['a=%secret', 'the value of a is not percent-encoded'],
])('the message about %j does not repeat a value', (text, message) => {
  expect(() => parseOtlpHeaders(text)).toThrow(message)
  expect(message).not.toContain('=secret')
})
