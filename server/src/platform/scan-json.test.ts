import { expect, test } from 'bun:test'
import { jsonDepthMax, jsonValuesMax, scanJsonStructure } from './scan-json.ts'

const scan = (text: string) => scanJsonStructure(new TextEncoder().encode(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('depth is bounded', () => {
  expect(scan(nested(jsonDepthMax))).toEqual({ ok: true })
  expect(scan(nested(jsonDepthMax + 1))).toEqual({ ok: false, reason: 'too_deep' })
})

test('values are bounded, whole numbers in arrays are not counted', () => {
  const many = (value: string) =>
    `{"input":[${Array(jsonValuesMax + 2)
      .fill(value)
      .join(', ')}]}`
  expect(scan(many('"a"'))).toEqual({ ok: false, reason: 'too_many_values' })
  expect(scan(many('{}'))).toEqual({ ok: false, reason: 'too_many_values' })
  expect(scan(many('1.5'))).toEqual({ ok: false, reason: 'too_many_values' })
  expect(scan(many('null'))).toEqual({ ok: false, reason: 'too_many_values' })
  expect(scan(many('-12345'))).toEqual({ ok: true })
})

test('brackets, commas and escaped quotes inside strings do not count', () => {
  expect(scan(JSON.stringify({ text: `${'['.repeat(100)}\\"${'{"'.repeat(100)}\\` }))).toEqual({ ok: true })
})

test('a key given twice at the top is found, spelled with escapes too', () => {
  expect(scan('{"model":"a","model":"b"}')).toEqual({ ok: false, reason: 'duplicate_key' })
  expect(scan('{"model":"a","mod\\u0065l":"b"}')).toEqual({ ok: false, reason: 'duplicate_key' })
  expect(scan('{"a":{"x":1},"b":{"x":1,"a":2}}')).toEqual({ ok: true })
  expect(scan('{"a":"b","b":"a"}')).toEqual({ ok: true })
})

test('broken texts end without an error: the parser is the judge of syntax', () => {
  for (const text of ['', '"', '"\\', ']]]]', '{"a', '[,,,']) expect(scan(text)).toEqual({ ok: true })
})
