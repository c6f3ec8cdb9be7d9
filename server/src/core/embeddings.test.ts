import { expect, test } from 'bun:test'
import { encodeVector, readVector } from './embeddings.ts'

test('vectors are read from numbers, texts of numbers, and bytes', () => {
  const numbers = [0.5, -1]
  expect(readVector(numbers)).toBe(numbers)
  expect(readVector(['0.5', -1, null, [1]])).toEqual([0.5, -1, Number.NaN, Number.NaN])
  const float32 = Buffer.from(Float32Array.from(numbers).buffer)
  expect(readVector({ base64: float32.toString('base64'), numbers: 'float32' })).toEqual(numbers)
  expect(readVector({ base64: Buffer.concat([float32, Buffer.of(1)]).toString('base64'), numbers: 'float32' })).toEqual(
    numbers,
  )
  expect(readVector({ base64: Buffer.of(1, 255).toString('base64'), numbers: 'int8' })).toEqual([1, -1])
  expect(readVector({ base64: '', numbers: 'float32' })).toEqual([])
})

test('vectors in base64 are little-endian', () =>
  expect(encodeVector([0.5, -1])).toBe(Buffer.of(0, 0, 0, 0x3f, 0, 0, 0x80, 0xbf).toString('base64')))

test('a vector of more than a million numbers is refused', () => {
  expect(() => readVector(new Array(1_000_001).fill(0))).toThrow(RangeError)
  expect(() => readVector({ base64: Buffer.alloc(1_000_001).toString('base64'), numbers: 'int8' })).toThrow(RangeError)
})
