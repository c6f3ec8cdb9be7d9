import { describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { parseExactJson, readExactJson } from './exact-json.ts'
import { prepareTexts, prepareValues } from './prepare-json.ts'
import { jsonTextOf, type PreparedValues, withPrepared } from './prepared-json.ts'
import { readPlain } from './read-record.ts'
import { countParsed } from './test-count-parsed.ts'

function finish<T>(steps: Generator<void, T, void>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

const prepare = (texts: string[], stepMax = 64): PreparedValues => finish(prepareValues(texts, stepMax))

describe('a text that is read before', () => {
  test('has the value, with its digits, or the fault that it has at once', () => {
    const digits = fc.constantFrom('[12345678901234567890]', '{"a":1e400}', ' {"a":[]} ', '', 'null', '{"a":1', '[1]x')
    fc.assert(
      fc.property(fc.oneof(fc.json(), digits), fc.integer({ min: 1, max: 40 }), (text, stepMax) => {
        const values = prepare([text], stepMax)
        const found = withPrepared(values, () => JSON.stringify(parseExactJson(text)))
        expect(found).toBe(JSON.stringify(parseExactJson(text.toWellFormed())))
      }),
    )
  })

  test('is not read again, neither exactly nor as it is counted', () => {
    const text = '{"a":[1,2,3]}'
    const values = prepare([text])
    const parse = spyOn(JSON, 'parse')
    try {
      expect(withPrepared(values, () => [readExactJson(text), readPlain(text)])).toEqual([
        { a: [1, 2, 3] },
        { a: [1, 2, 3] },
      ])
      expect(parse).not.toHaveBeenCalled()
    } finally {
      parse.mockRestore()
    }
  })

  test('is found by the work that it was read for alone', () => {
    const text = '{"a":1}'
    const values = prepare([text])
    const inside = withPrepared(values, () => readExactJson(text))
    expect(withPrepared(values, () => readExactJson(text))).toBe(inside)
    expect(readExactJson(text)).not.toBe(inside)
    expect(() => withPrepared(values, () => JSON.parse('x'))).toThrow()
    expect(readExactJson(text)).not.toBe(inside)
  })

  test('is encoded in parts that cut no character', () => {
    const text = JSON.stringify(`a${'😀'.repeat(700_000)}`)
    const value = withPrepared(prepare([text], 32_768), () => readExactJson(text))
    expect(value === JSON.parse(text)).toBe(true)
  })
})

test('values that are written before have the text that they have at once', () => {
  fc.assert(
    fc.property(fc.object({ values: [fc.string(), fc.double(), fc.boolean()] }), (value) => {
      const text = JSON.stringify(value)
      finish(prepareTexts([value], 16))
      expect(jsonTextOf(value)).toBe(text)
    }),
  )
})

test.each([
  ['fractions', '0.12345678,', 20_000],
  ['digits', '12345678901234567890,', 10_000],
  ['objects', '{"a":"b"},', 20_000],
])('of %s, no more than some kilobytes are read between two pauses', (_name, piece, count) => {
  const stepMax = 1_000
  const { most } = countParsed(prepareValues([`{"q":[${piece.repeat(count)}1]}`], stepMax))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(4 * stepMax)
})
