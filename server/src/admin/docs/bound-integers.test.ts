import { expect, test } from 'bun:test'
import { boundIntegers } from './bound-integers.ts'

const exactRange = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

test('integers get the bounds of exact numbers, and keep bounds of their own', () => {
  const integer = { type: 'integer' }
  expect(boundIntegers({ items: [integer, { type: ['integer', 'null'], minimum: 1 }] })).toEqual({
    items: [
      { ...integer, ...exactRange },
      { type: ['integer', 'null'], minimum: 1, maximum: exactRange.maximum },
    ],
  })
  const positive = { type: 'integer', exclusiveMinimum: 0 }
  expect(boundIntegers(positive)).toEqual({ ...positive, maximum: exactRange.maximum })
})

test('nothing else changes', () => {
  const others = {
    properties: { type: { type: 'string' } },
    enum: [1],
    type: 'integer',
    of: [null, 1.5, true],
  }
  expect(boundIntegers(others)).toEqual(others)
})
