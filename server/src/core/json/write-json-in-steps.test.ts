import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { parseExactJson } from './exact-json.ts'
import { writeJsonInSteps } from './write-json-in-steps.ts'

function writeAll(value: Record<string, unknown>, stepMax: number): string {
  const steps = writeJsonInSteps(value, stepMax)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return Buffer.from(step.value).toString('utf8')
}

const units = fc.constantFrom('\\', '"', '\n', '\u0001', 'é', '你', '😀', '\ud800', '\udc00', 'a')
const text = fc.oneof(fc.string(), fc.string({ unit: units, maxLength: 60 }))
const name = fc.oneof(text, fc.constantFrom('a', '1', '__proto__'))
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    text,
    fc.double(),
    fc.integer(),
    fc.constantFrom(null, true, undefined, parseExactJson('1e400')),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6 }),
  ),
}))

test('what is written in steps is what is written at once', () => {
  const fields = fc.dictionary(name, value)
  fc.assert(
    fc.property(fields, fc.integer({ min: 1, max: 60 }), (record, stepMax) => {
      // A half of a pair by itself has no bytes: `JSON.stringify` writes it as an escape.
      expect(writeAll(record, stepMax)).toBe(JSON.stringify(record))
    }),
    { numRuns: 500 },
  )
})

test.each<[string, Record<string, unknown>]>([
  ['one text', { a: 'QUJD'.repeat(10_000) }],
  ['small objects', { a: Array.from({ length: 4_000 }, () => ({ role: 'user', content: 'Hi' })) }],
  ['numbers', { a: [Array.from({ length: 30_000 }, (_, index) => index)] }],
  ['fields', { a: Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`field ${index}`, index])) }],
])('of %s, about a step is written between two pauses', (_name, record) => {
  const stepMax = 1_000
  let written = 0
  let most = 0
  const stringify = JSON.stringify
  const spy = spyOn(JSON, 'stringify').mockImplementation((given: unknown) => {
    const result = stringify(given)
    written += result?.length ?? 0
    most = Math.max(most, written)
    return result
  })
  let length = 0
  try {
    const steps = writeJsonInSteps(record, stepMax)
    let step = steps.next()
    for (; !step.done; step = steps.next()) written = 0
    length = step.value.length
  } finally {
    spy.mockRestore()
  }
  expect(length).toBe(JSON.stringify(record).length)
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThanOrEqual(2 * stepMax)
})
