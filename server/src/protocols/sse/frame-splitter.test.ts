import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { frameData } from './frame-data.ts'
import { createFrameSplitter } from './frame-splitter.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The data of each frame of `chunks`, and all bytes returned. */
function splitAll(chunks: Uint8Array[], limit = 1_000_000) {
  const splitter = createFrameSplitter(limit)
  const data: string[] = []
  const out: Uint8Array[] = []
  for (const chunk of chunks) {
    const { bytes, ends } = splitter.push(chunk)
    out.push(bytes)
    let from = 0
    for (const end of ends) {
      const value = frameData(bytes.subarray(from, end))
      if (value !== null) data.push(value)
      from = end
    }
  }
  return {
    data,
    text: decoder.decode(Buffer.concat([...out, splitter.rest()])),
    rest: decoder.decode(splitter.rest()),
  }
}

const stream =
  'data: {"a":1}\n\n: note\n\ndata:x\r\n\r\nevent: e\rdata: y\rdata: z\r\r\n\ndata: 你好 🎉\n\ndata: [DONE]\n\n'
const expected = ['{"a":1}', 'x', 'y\nz', '你好 🎉', '[DONE]']

describe('createFrameSplitter', () => {
  test('reads LF, CRLF and CR line ends, comments and several data lines', () => {
    expect(splitAll([encoder.encode(stream)])).toEqual({ data: expected, text: stream, rest: '' })
  })
  test('yields the same frames cut at each byte, and every byte exactly once', () => {
    const bytes = encoder.encode(stream)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { data, text } = splitAll([bytes.subarray(0, cut), bytes.subarray(cut)])
      expect(data).toEqual(expected)
      expect(text).toBe(stream)
    }
  })
  test('yields the same frames for any number of cuts anywhere', () => {
    const bytes = encoder.encode(stream)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const points = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const chunks = points.slice(1).map((end, i) => bytes.subarray(points[i], end))
        expect(splitAll(chunks).data).toEqual(expected)
      }),
    )
  })
  test('a CRLF that is split between two chunks belongs to the frame that it ends', () => {
    const bytes = encoder.encode('data: a\r\n\r\n: note\r\n\r\ndata: b\r\n\r\n')
    for (let cut = 0; cut <= bytes.length; cut++) {
      const splitter = createFrameSplitter(1_000)
      const frames = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((chunk) => {
        const split = splitter.push(chunk)
        return split.ends.map((end, i) => decoder.decode(split.bytes.subarray(split.ends[i - 1] ?? 0, end)))
      })
      expect(frames).toEqual(['data: a\r\n\r\n', ': note\r\n\r\n', 'data: b\r\n\r\n'])
    }
  })
  test('a CR without LF ends a frame, with the next byte at the latest', () => {
    const splitter = createFrameSplitter(1_000)
    expect(splitter.push(encoder.encode('data: a\r\n\r')).ends).toEqual([])
    const next = splitter.push(encoder.encode('data: b\r\r'))
    expect(decoder.decode(next.bytes.subarray(0, next.ends[0]))).toBe('data: a\r\n\r')
    expect(decoder.decode(splitter.rest())).toBe('data: b\r\r')
  })
  test('holds an unfinished frame and returns it as the rest', () => {
    const { data, rest } = splitAll([encoder.encode('data: a\n\ndata: b\n')])
    expect(data).toEqual(['a'])
    expect(rest).toBe('data: b\n')
  })
  test('ignores a byte order mark', () => {
    expect(splitAll([encoder.encode('\ufeffdata: a\n\n')]).data).toEqual(['a'])
  })
  test('returns whole frames before it refuses an oversized one', () => {
    const splitter = createFrameSplitter(100)
    const { ends } = splitter.push(encoder.encode(`data: a\n\ndata: ${'x'.repeat(200)}`))
    expect(ends).toEqual([9])
    expect(() => splitter.push(encoder.encode('x'))).toThrow(RangeError)
  })
  test('refuses a frame beyond the limit', () => {
    expect(() => splitAll([encoder.encode('data: '), encoder.encode('x'.repeat(200))], 100)).toThrow(RangeError)
    const splitter = createFrameSplitter(100)
    expect(splitter.push(encoder.encode(`data: ${'x'.repeat(200)}\n\n`)).ends).toEqual([])
    expect(() => splitter.rest()).toThrow(RangeError)
  })
})
