import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createLineReader } from './to-sse.ts'

const encoder = new TextEncoder()
const none = new Uint8Array()

function readAll(chunks: readonly Uint8Array[], lineBytesMax = 1_000): string {
  const reader = createLineReader(lineBytesMax)
  const bytes = [...chunks.map((chunk) => reader.push(chunk).next().value ?? none), reader.end()]
  return Buffer.concat(bytes).toString('utf8')
}

test('each line is the data of one event, and empty lines are skipped', () => {
  const lines = encoder.encode('{"a":1}\r\n\n{"a":"é"}\n')
  expect(readAll([lines])).toBe('data: {"a":1}\n\ndata: {"a":"é"}\n\n')
})

test('the last line needs no line break', () => {
  expect(readAll([encoder.encode('{"a":1}\n{"done":true}')])).toBe('data: {"a":1}\n\ndata: {"done":true}\n\n')
})

test('a line larger than the limit is refused', () => {
  expect(() => readAll([encoder.encode('{"a":'), encoder.encode('"long"}')], 6)).toThrow(RangeError)
})

test('chunk boundaries have no effect', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 6 }), (values, cuts) => {
      const bytes = encoder.encode(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
      const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b)
      const chunks = [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
      expect(readAll(chunks, 10_000)).toBe(values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(''))
    }),
  )
})
