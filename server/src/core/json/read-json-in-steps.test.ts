import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readExactJson } from './exact-json.ts'
import { elementsMax, readJsonInSteps, tokenBytesMax } from './read-json-in-steps.ts'
import { countParsed } from './test-count-parsed.ts'

function readAll(bytes: Uint8Array, stepMax: number): unknown {
  const steps = readJsonInSteps(bytes, stepMax)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/**
 * What is written again, which shows the order of fields and the digits of numbers; null for a text that is not JSON.
 */
function outcomeOf(read: () => unknown): string | null {
  try {
    return JSON.stringify(read())
  } catch (cause) {
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}

function expectSame(bytes: Uint8Array, stepMax: number): void {
  const expected = outcomeOf(() => readExactJson(Buffer.from(bytes).toString('utf8')))
  expect(outcomeOf(() => readAll(bytes, stepMax))).toBe(expected)
}

const units = fc.constantFrom('\\', '"', '\n', '\u0001', 'é', '你', '😀', '\ud800', '\udc00', 'u', 'a', '0')
const text = fc.oneof(fc.string(), fc.string({ unit: units, maxLength: 60 }))
const name = fc.oneof(text, fc.constantFrom('a', '1', '__proto__', 'toString'))
const numbers = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(9007199254740993n, 10n ** 30n))
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    text.map((one) => JSON.stringify(one)),
    text.map((one) => `"${[...one].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`),
    numbers.map(String).map((one) => (one.includes('Infinity') ? '1e400' : one)),
    fc.constantFrom('null', 'true', 'false', '1e400', '-0', '0.10', '{}', '[]', '[ ]', '{\n}'),
    fc.array(tie('value'), { maxLength: 6 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 6 })
      .map((fields) => `{${fields.map(([key, one]) => `${JSON.stringify(key)} : ${one}`).join(',')}}`),
  ),
}))
const spaced = fc
  .tuple(fc.constantFrom('', ' ', '\n\t', '\u00a0', '\ufeff'), value)
  .map(([blank, one]) => `${blank}${one}${blank}`)
const pieces = fc.constantFrom(
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
  '\u0000',
  '1',
  '-',
  'e',
  '.',
  'true',
  'é',
  '"a"',
  '"b":',
  '[1,2',
  '{"a":[1,2]}',
  '[[1],2]',
  '{},',
  '\\"',
  '"a long text"',
  '9007199254740993',
  '"__proto__":',
)
const broken = fc.tuple(spaced, fc.nat(), pieces, fc.boolean()).map(([one, place, piece, isReplaced]) => {
  const at = place % (one.length + 1)
  return one.slice(0, at) + piece + one.slice(at + (isReplaced ? 1 : 0))
})
const mixed = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''))
const stepSize = fc.integer({ min: 1, max: 40 })

describe('a text that is read in steps', () => {
  test('has the value, or the fault, that it has as a whole', () => {
    fc.assert(
      fc.property(fc.oneof(spaced, broken, mixed), stepSize, (json, stepMax) => expectSame(Buffer.from(json), stepMax)),
      { numRuns: 1_000 },
    )
  })

  test('is decoded as a whole is, whatever its bytes are', () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0x5c, 0x75, 0x80, 0xbf, 0xc3, 0xe2, 0x82, 0xed, 0xa0, 0xf0, 0x9f, 0xff),
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), stepSize, (content, stepMax) => {
        const printable = content.filter((one) => one >= 0x20 && one !== 0x22)
        expectSame(Buffer.concat([Buffer.from('["'), Buffer.from(printable), Buffer.from('"]')]), stepMax)
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps its long runs of blanks apart from what they separate', () => {
    const blanks = ' '.repeat(5_000)
    for (const json of [
      `[1,${blanks}2${blanks}]`,
      `[1${blanks}2]`,
      `{"a"${blanks}:${blanks}[${blanks}]}`,
      `[1,${blanks}]`,
    ])
      for (const stepMax of [7, 512, 4_096]) expectSame(Buffer.from(json), stepMax)
  })

  test('may not have a number or a name of any length', () => {
    for (const json of [`{"a":1${'0'.repeat(tokenBytesMax)}}`, `{"${'a'.repeat(tokenBytesMax)}":1}`])
      expect(() => readAll(Buffer.from(json), 1_000)).toThrow('too long')
  })

  test('may not have an array of any length, or any depth', () => {
    const list = (length: number) => Buffer.from(`[${'1,'.repeat(length - 1)}1]`)
    expect(readAll(list(elementsMax), 32_768)).toBeArrayOfSize(elementsMax)
    expect(() => readAll(list(elementsMax + 1), 32_768)).toThrow('too long')
    expect(() => readAll(Buffer.from('['.repeat(1_001) + ']'.repeat(1_001)), 1_000)).toThrow('too deep')
  })

  test('may be limited in its values', () => {
    const read = (count: number, step = 100) => {
      const steps = readJsonInSteps(Buffer.from(`[${'"",'.repeat(count - 1)}1]`), step, { valuesMax: 1_000 })
      for (let next = steps.next(); !next.done; next = steps.next());
    }
    for (const step of [100, 32_768]) {
      read(1_000, step)
      expect(() => read(1_001, step)).toThrow(RangeError)
    }
  })

  test('is read without the digits of numbers for what is not written again', () => {
    const steps = readJsonInSteps(Buffer.from('[12345678901234567890]'), 1_000, { read: JSON.parse })
    let step = steps.next()
    while (!step.done) step = steps.next()
    expect(step.value).toEqual([12345678901234567000])
  })
})

const stepMax = 1_000
const shapes: [string, string][] = [
  ['one text', `["${'QUJD'.repeat(10_000)}"]`],
  ['escapes', `["${'\\n'.repeat(10_000)}${'\\u4f60'.repeat(5_000)}${'\\"'.repeat(10_000)}"]`],
  ['wide characters', `["${'你好😀'.repeat(5_000)}"]`],
  ['numbers', `{"input":[${'1e5,'.repeat(20_000)}1]}`],
  ['small messages', `[${'{"role":"user","content":"Hi"},'.repeat(2_000)}1]`],
  ['fields', `{${Array.from({ length: 5_000 }, (_, index) => `"field ${index}":${index}`).join(',')}}`],
  ['deep lists', `[${`${'['.repeat(60)}"${'x'.repeat(900)}"${']'.repeat(60)},`.repeat(50)}1]`],
  ['lists of almost a step in each other', `${`[1,"${'x'.repeat(980)}",`.repeat(40)}1${']'.repeat(40)}`],
  ['blanks', `[1,${' '.repeat(50_000)}2]`],
]

test.each(shapes)('of %s, no more than some kilobytes are parsed between two pauses', (_name, json) => {
  const { most, count } = countParsed(readJsonInSteps(Buffer.from(json), stepMax))
  expect(count).toBeGreaterThan(json.length / (4 * stepMax))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(4 * stepMax)
})
