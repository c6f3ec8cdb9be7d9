import { describe, expect, test } from 'bun:test'
import { EventStreamCodec } from '@smithy/eventstream-codec'
import fc from 'fast-check'
import { createEventStreamReader } from './to-sse.ts'

const limit = 1_048_576
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (value) => Buffer.from(value),
)

/** One message on the wire. */
function encodeMessage(headers: Record<string, string>, payload: unknown): Uint8Array {
  const entries = Object.entries(headers).map(([name, value]) => [name, { type: 'string' as const, value }])
  return codec.encode({ headers: Object.fromEntries(entries), body: Buffer.from(JSON.stringify(payload)) })
}

const encodeChunk = (event: unknown): Uint8Array =>
  encodeMessage(
    { ':message-type': 'event', ':event-type': 'chunk' },
    { bytes: Buffer.from(JSON.stringify(event)).toString('base64'), p: 'abc' },
  )

/** The result, and the number of steps. */
function finish<T>(steps: Generator<void, T, void>): { value: T; count: number } {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next()
    if (done) return { value, count }
  }
}

const read = (...chunks: Uint8Array[]): string => {
  const reader = createEventStreamReader(limit)
  const all = chunks.map((chunk) => text(finish(reader.push(chunk)).value)).join('')
  reader.end()
  return all
}

describe('an AWS event stream', () => {
  // The bytes were checked with the vendor's Python library.
  test('reads the vendor’s encoding', () => {
    const hex =
      '000000870000004b87ea2bf30b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a6332466e5a56397a64473977496e303d227dba48ab22'
    expect(read(Buffer.from(hex, 'hex'))).toBe('event: message_stop\ndata: {"type":"message_stop"}\n\n')
  })

  test('yields the same events for any chunk boundaries', () => {
    const events = [{ type: 'message_start', message: { id: '月' } }, { delta: 'é\n', type: 'x' }, { type: 'y' }]
    const wire = Buffer.concat(events.map(encodeChunk))
    const whole = read(wire)
    expect(whole).toBe(
      [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"月"}}\n\n',
        'event: x\ndata: {"delta":"é\\n","type":"x"}\n\n',
        'event: y\ndata: {"type":"y"}\n\n',
      ].join(''),
    )
    fc.assert(
      fc.property(fc.array(fc.nat(wire.length), { maxLength: 20 }), (cuts) => {
        const ends = [0, ...cuts.toSorted((a, b) => a - b), wire.length]
        expect(read(...ends.slice(1).map((end, index) => wire.subarray(ends[index], end)))).toBe(whole)
      }),
    )
  })

  test('any events that the vendor’s codec writes are read unchanged, at any chunk boundaries', () => {
    const event = fc.record({
      type: fc.stringMatching(/^[a-z_]{1,12}$/),
      text: fc.string({ unit: 'binary' }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 4 }), fc.array(fc.nat(), { maxLength: 8 }), (events, cuts) => {
        const wire = Buffer.concat(events.map(encodeChunk))
        const ends = [...cuts.map((cut) => cut % (wire.length + 1)).toSorted((a, b) => a - b), wire.length]
        const frames = read(...ends.map((end, index) => wire.subarray(ends[index - 1] ?? 0, end)))
        const data = frames.split('\n').filter((line) => line.startsWith('data: '))
        expect(data.map((line): unknown => JSON.parse(line.slice(6)))).toEqual(events)
      }),
    )
  })

  test('a large event is read in steps, with its line breaks as spaces', () => {
    const content = 'Привет. '.repeat(200_000)
    const event = `{\r\n "delta": ${JSON.stringify(content)}, "type": "x"}`
    const wire = encodeMessage(
      { ':message-type': 'event', ':event-type': 'chunk' },
      { bytes: Buffer.from(event).toString('base64') },
    )
    const reader = createEventStreamReader(wire.length)
    const half = wire.length / 2
    expect(finish(reader.push(wire.subarray(0, half))).value).toHaveLength(0)
    const { value, count } = finish(reader.push(wire.subarray(half)))
    expect(text(value)).toBe(`event: x\ndata: {   "delta": ${JSON.stringify(content)}, "type": "x"}\n\n`)
    expect(count).toBeGreaterThan(100)
  })

  test('names an event whose payload is the event itself', () => {
    const message = encodeMessage(
      { ':message-type': 'event', ':event-type': 'contentBlockDelta' },
      { delta: { text: 'a' } },
    )
    expect(read(message)).toBe('data: {"contentBlockDelta":{"delta":{"text":"a"}}}\n\n')
  })

  test.each([
    ['throttlingException', 'rate_limit_error'],
    ['validationException', 'invalid_request_error'],
    ['serviceUnavailableException', 'overloaded_error'],
    ['modelStreamErrorException', 'api_error'],
  ])('a %s is an error of type %s', (name, type) => {
    const message = encodeMessage({ ':message-type': 'exception', ':exception-type': name }, { message: 'no' })
    const error = { type: 'error', error: { type, message: 'no' } }
    expect(read(message)).toBe(`event: error\ndata: ${JSON.stringify(error)}\n\n`)
  })

  test('damaged, oversized or truncated messages are refused', () => {
    const whole = encodeChunk({ type: 'message_stop' })
    const damaged = whole.slice()
    damaged[30] = (damaged[30] ?? 0) ^ 1
    expect(() => read(damaged)).toThrow()
    expect(() => read(whole.subarray(0, whole.length - 1))).toThrow('within a message')
    expect(() => finish(createEventStreamReader(8).push(whole))).toThrow(RangeError)
    expect(() => read(Buffer.alloc(8))).toThrow('too short')
  })

  test('any bytes cause only the expected errors', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          read(bytes)
        } catch (cause) {
          expect(cause).toBeInstanceOf(Error)
        }
      }),
    )
  })
})
