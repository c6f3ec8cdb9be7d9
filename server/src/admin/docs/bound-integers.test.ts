import { expect, test } from 'bun:test'
import { boundIntegers } from './bound-integers.ts'

const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

test('integers have the bounds of exact numbers, and keep their own', () => {
  const integer = { type: 'integer' }
  expect(boundIntegers({ items: [integer, { type: ['integer', 'null'], minimum: 1 }] })).toEqual({
    items: [
      { ...integer, ...safe },
      { type: ['integer', 'null'], minimum: 1, maximum: safe.maximum },
    ],
  })
  const positive = { type: 'integer', exclusiveMinimum: 0 }
  expect(boundIntegers(positive)).toEqual({ ...positive, maximum: safe.maximum })
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
