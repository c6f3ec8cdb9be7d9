import { expect, test } from 'bun:test'
import { numberOf } from '@sluice/contract/read-json'
import fc from 'fast-check'
import { parseExactJson, parseExactRecord, readExactJson } from './exact-json.ts'

/** Compact JSON: writing must not change it. */
const rewrite = (text: string): string => JSON.stringify(readExactJson(text))

test.each([
  '{"id":9007199254740993}',
  '{"a":0.12345678901234567891,"b":1e400,"c":-9223372036854775808}',
  '{"a":[1e-400,-1E400,18446744073709551615,[0.1000000000000000055511151231257827]]}',
  '9007199254740993',
  '[1e-400,123456789e-330,12345678901234567e9]',
  '{"\\"":123456789012345678901,"b":"\\\\"}',
  '{"1":9007199254740993,"__proto__":{"x":9007199254740993}}',
])('%s is written with its digits', (text) => {
  expect(rewrite(text)).toBe(text)
})

test.each([
  '{"a":1,"b":0.1,"c":1.0,"d":1e5,"e":-0.25,"f":9007199254740991}',
  '{"a":0.30000000000000004,"b":1.7976931348623157e308,"c":5e-324,"d":100000000000000000000}',
  '{"a":"9007199254740993","b":"1e400 in a text","c":null}',
])('the numbers of %s, which survive, are plain numbers', (text) => {
  expect(readExactJson(text)).toEqual(JSON.parse(text))
})

test('a number with more digits can be read as the nearest one', () => {
  const { a, b } = parseExactRecord('{"a":0.69999998807907104,"b":1e400}') ?? {}
  expect(numberOf(a)).toBe(0.699999988079071)
  expect(numberOf(b)).toBeUndefined()
})

test('such a number is no record', () => {
  expect(parseExactRecord('9007199254740993')).toBeNull()
})

test('long numbers take no long time', () => {
  for (const text of [`1e${'9'.repeat(1_000_000)}`, `${'10'.repeat(500_000)}`, `1${'0'.repeat(1_000_000)}1`])
    expect(rewrite(`[${text}]`)).toBe(`[${text}]`)
})

test('text that is not JSON is undefined, and deep nesting does not fail', () => {
  for (const text of ['', '{', '{"a":9007199254740993', '{"a', '01', '{"a":1e}'])
    expect(parseExactJson(text)).toBeUndefined()
  const deep = `${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`
  expect(Array.isArray(parseExactJson(deep))).toBe(true)
})

const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?$/)

/** The same decimal number, spelled in one way. */
function decimalOf(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)(?:[eE](.+))?$/.exec(text) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const short = all.replace(/0+$/, '')
  return short === '' ? '0' : `${sign}${short}e${Number(exponent) - fraction.length + all.length - short.length}`
}

test('any number is written as the same decimal number, at any place', () => {
  fc.assert(
    fc.property(digits, fc.string(), (number, text) => {
      const written = rewrite(`{"t":${JSON.stringify(text)},"n":[{"v": ${number} }]}`)
      const found = /"v":([^}]*)\}\]\}$/.exec(written)?.[1] ?? ''
      expect(decimalOf(found)).toBe(decimalOf(number))
    }),
  )
})

test('any text without such numbers is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(rewrite(text))).toEqual(JSON.parse(JSON.stringify(JSON.parse(text))))
    }),
  )
})
