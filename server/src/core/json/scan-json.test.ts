import { describe, expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import fc from 'fast-check'
import { patchJson } from './patch-json.ts'
import { type JsonScan, scanJson, scanJsonInSteps } from './scan-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array) => new TextDecoder().decode(data)
function scanAll(data: Uint8Array, stepMax: number): { scan: JsonScan; count: number } {
  const steps = scanJsonInSteps(data, stepMax)
  for (let step = steps.next(), count = 1; ; step = steps.next(), count++)
    if (step.done) return { scan: step.value, count }
}
const scanFields = (json: string) => {
  const scan = scanJson(bytes(json))
  if (!scan.ok) return render('en', 'reasons', scan.reason)
  return Object.fromEntries(
    [...scan.fields].map(([key, { start, end }]) => [key, text(bytes(json).subarray(start, end))]),
  )
}

describe('scanJson', () => {
  test('finds the position of each top-level value', () => {
    expect(scanFields('{ "a" : 1 , "b":[1,{"a":2}] ,"c": "x\\"}", "d":{"e":null} }')).toEqual({
      a: '1',
      b: '[1,{"a":2}]',
      c: '"x\\"}"',
      d: '{"e":null}',
    })
  })
  test('counts the bytes outside of strings, in one pass or in steps', () => {
    const json = '{ "a\\"": [1, 2.5, "é}"], "b" : {"c": null} } '
    const outside = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').length
    for (const stepMax of [1, 7, 1_000])
      expect(scanAll(bytes(json), stepMax).scan).toMatchObject({ ok: true, bytesOutside: outside })
    expect(scanJson(bytes(json))).toMatchObject({ ok: true, bytesOutside: outside })
  })
  test('decodes escaped keys', () => {
    expect(scanFields('{"mod\\u0065l":"x"}')).toEqual({ model: '"x"' })
  })
  test('refuses a duplicate top-level key in any spelling', () => {
    expect(scanFields('{"model":"a","mod\\u0065l":"b"}')).toBe('the field model is given twice')
  })
  test('refuses anything but an object', () => {
    for (const json of ['[]', '1', '', '"a"', '{"a":1', '{"a":1} x', '{"a":"b'])
      expect(typeof scanFields(json)).toBe('string')
  })
  test('bounds depth and number of values', () => {
    const deep = `{"a":${'['.repeat(70)}${']'.repeat(70)}}`
    expect(scanFields(deep)).toBe('deeper than 64 levels')
    const many = `{"a":[${'"x",'.repeat(200_001)}"x"]}`
    expect(scanFields(many)).toBe('more than 200000 values')
    expect(scanJson(bytes(many))).toMatchObject({ isBeyondLimits: true })
    expect(scanJson(bytes('[1]'))).toMatchObject({ isBeyondLimits: false })
  })
  test('counts an array of token ids as one value', () => {
    expect(scanJson(bytes(`{"input":[${'1,'.repeat(300_000)}1]}`)).ok).toBe(true)
  })
  test('agrees with JSON.parse on every object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const json = JSON.stringify(value)
        const scan = scanJson(bytes(json))
        if (!scan.ok) throw new Error(render('en', 'reasons', scan.reason))
        for (const [key, { start, end }] of scan.fields) {
          expect(JSON.parse(text(bytes(json).subarray(start, end)))).toEqual(JSON.parse(json)[key])
        }
        expect(new Set(scan.fields.keys())).toEqual(new Set(Object.keys(value)))
      }),
    )
  })
  test('has the same result in steps', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      ' ',
      '\n',
      '1',
      'e',
      'a',
      '"a"',
      '"b":',
      '[1,2',
      '\\"',
      'é',
      '\0',
    )
    const mixed = fc.array(piece, { maxLength: 60 }).map((pieces) => `{${pieces.join('')}`)
    const whole = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
      .map((value) => ` ${JSON.stringify(value)}  `)
    fc.assert(
      fc.property(fc.oneof(mixed, whole), fc.integer({ min: 1, max: 20 }), (json, stepMax) => {
        expect(scanAll(bytes(json), stepMax).scan).toEqual(scanJson(bytes(json)))
      }),
      { numRuns: 300 },
    )
  })
  test('pauses within blanks, arrays of numbers and strings of escaped quotes', () => {
    const parts = [
      ' '.repeat(1_000),
      `{"a":[${'1,'.repeat(500)}1]`,
      `,"b":"${'\\"'.repeat(500)}"`,
      `}${' '.repeat(1_000)}`,
    ]
    const { scan, count } = scanAll(bytes(parts.join('')), 100)
    expect(scan.ok).toBe(true)
    expect(count).toBeGreaterThanOrEqual(35)
  })
  test('no bytes cause an exception', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (data) => void scanJson(data)))
  })
})

describe('patchJson', () => {
  const patch = (json: string, changes: Record<string, string | null>) => {
    const scan = scanJson(bytes(json))
    if (!scan.ok) throw new Error(render('en', 'reasons', scan.reason))
    return text(patchJson(bytes(json), scan.fields, changes))
  }
  test('changes a value and keeps every other byte', () => {
    const json = '{ "big": 12345678901234567890 , "model" :"a",\n"zero":0.0, "x":"\\u00e9" }'
    expect(patch(json, { model: '"b"' })).toBe(
      '{ "big": 12345678901234567890 , "model" :"b",\n"zero":0.0, "x":"\\u00e9" }',
    )
  })
  test('puts a new field first', () => {
    expect(patch('{"a":1}', { b: '2' })).toBe('{"b":2,"a":1}')
    expect(patch(' {}', { b: '2' })).toBe(' {"b":2}')
  })
  test('removes fields with one comma each, and keeps the spaces around the others', () => {
    const json = '{ "a":1 , "b" : "x,y" ,\n"c":[1,2] }'
    expect(patch(json, { a: null })).toBe('{ "b" : "x,y" ,\n"c":[1,2] }')
    expect(patch(json, { b: null })).toBe('{ "a":1 ,\n"c":[1,2] }')
    expect(patch(json, { c: null, d: null })).toBe('{ "a":1 , "b" : "x,y" }')
    expect(patch(json, { a: null, b: null, c: null })).toBe('{ }')
  })
  test('the patched text parses to the body with all changes and removals', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const change = fc.dictionary(fc.constantFrom(...names), fc.option(fc.jsonValue({ maxDepth: 1 })))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue()), change, (body, changes) => {
        const texts = Object.entries(changes).map(([key, value]) => [
          key,
          value === null ? null : JSON.stringify(value),
        ])
        const kept = Object.entries({ ...body, ...changes }).filter(([key]) => changes[key] !== null)
        const patched = patch(JSON.stringify(body), Object.fromEntries(texts))
        expect(JSON.parse(patched)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(kept))))
      }),
    )
  })
  test('makes several changes at once', () => {
    expect(JSON.parse(patch('{"a":1,"b":2,"c":3}', { c: '30', a: '10', d: '40' }))).toEqual({
      a: 10,
      b: 2,
      c: 30,
      d: 40,
    })
  })
})
