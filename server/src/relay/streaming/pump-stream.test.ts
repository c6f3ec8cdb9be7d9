import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { GatewayError } from '../../core/errors.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { createOpenaiStreamMeter } from '../../protocols/openai-chat/stream-meter.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import { StoreError } from '../../store/store-error.ts'
import { createCallAbort } from '../call/call-abort.ts'
import { createDrainLimit } from '../call/drain-limit.ts'
import { passFrames } from '../passage/outgoing-frames.ts'
import type { ByteReader, OpenedStream } from '../upstream/open-stream.ts'
import { pumpStream, type StreamEnding, type StreamHooks } from './pump-stream.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const content = 'data: {"choices":[{"index":0,"delta":{"content":"hi"}}]}\n\n'
const chunkOf = (text: string) => content.replace('"hi"', () => JSON.stringify(text))
const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n'
const done = 'data: [DONE]\n\n'

/** The upstream's action at each read: send text, break the connection, or send text after an event. */
type Step = string | Uint8Array | Error | Promise<string>

function createReader(steps: readonly Step[]): ByteReader & { reads: number } {
  const remaining = [...steps]
  return {
    reads: 0,
    async read() {
      this.reads++
      const step = await remaining.shift()
      if (step instanceof Error) throw step
      if (step === undefined) return { done: true }
      return { done: false, value: typeof step === 'string' ? encoder.encode(step) : step }
    },
  }
}

interface Setting {
  onClientGone?: string
  onProgress?: StreamHooks['onProgress']
  /** The frames that end the client's stream; null = the stream breaks. */
  last?: string | null
}

/** The pump with the parts of a call that it uses: one format on both sides, frames passed unchanged. */
function setUp(steps: readonly Step[], { onClientGone = 'cancel', onProgress, last = '<end>' }: Setting = {}) {
  const texts: string[] = []
  const meter = createOpenaiStreamMeter((text) => texts.push(text))
  let passedWhole = 0
  const reader = createReader(steps)
  const failures: GatewayError[] = []
  const endings: StreamEnding[] = []
  const ended = Promise.withResolvers<StreamEnding>()
  const abort = createCallAbort()
  const stream = {
    reader,
    meter,
    splitter: createFrameSplitter(10_000),
    first: null,
    pendingRead: null,
    pingMs: null,
    isBytes: false,
    stopCounting() {},
    fail: (reason: GatewayError) => failures.push(reason),
  } as unknown as OpenedStream
  const dependencies = {
    config: { STREAMING_TIMEOUT: 300, CLIENT_STALL_TIMEOUT: 300 },
    clock: createManualClock(),
  } as unknown as Parameters<typeof pumpStream>[0]
  const call = {
    abort,
    drainLimit: createDrainLimit(onClientGone),
    reservation: { durable: Promise.resolve() },
    target: { isArrayStream: false },
    format: { ping: ': ping\n\n' },
  } as unknown as Parameters<typeof pumpStream>[1]
  const attempt = { upstreamModel: 'gpt-4o' } as Parameters<typeof pumpStream>[2]
  const rules = { classify: (data: string | null) => meter.push(data), hidesUsage: true, rewrite: null }
  const shaper = {
    pass: (frames: Parameters<typeof passFrames>[0]) => passFrames(frames, rules),
    passWhole(chunk: Uint8Array) {
      const isWhole = meter.pushFrame(chunk)
      if (isWhole) passedWhole++
      return isWhole
    },
    close: () => new Uint8Array(),
    fail: (frame: string) => encoder.encode(frame),
  }
  const client = pumpStream(
    dependencies,
    call,
    attempt,
    { stream, shaper },
    {
      onProgress: onProgress ?? (() => null),
      async onEnd(ending) {
        endings.push(ending)
        ended.resolve(ending)
        return last === null ? null : encoder.encode(last)
      },
    },
  )
  const counts = { texts, passedWhole: () => passedWhole }
  return { client, abort, meter, reader, failures, endings, ended: ended.promise, ...counts }
}

/** Resolves after all pending work has run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const readText = async (stream: ReadableStream<Uint8Array>): Promise<string> => await new Response(stream).text()

describe('a stream on its way to the client', () => {
  test('passes unchanged, ends complete, and is settled once', async () => {
    const { client, endings, meter, failures } = setUp([content, finish + usage + done])
    expect(await readText(client)).toBe(`${content}${finish}<end>`)
    expect(endings).toMatchObject([{ end: 'complete', error: null }])
    expect(decoder.decode(endings[0]?.endFrame ?? new Uint8Array())).toBe(done)
    expect(meter.usage()).toMatchObject({ inputText: 3, outputText: 4 })
    expect(failures).toEqual([])
  })

  test('is neither split nor decoded where chunks are frames of one form', async () => {
    const frames = ['hi', ' world', ' 你好', ' "quoted"', '!'].map(chunkOf)
    const { client, texts, passedWhole, endings } = setUp([...frames, finish + usage + done])
    expect(await readText(client)).toBe(`${frames.join('')}${finish}<end>`)
    expect(texts.join('')).toBe('hi world 你好 "quoted"!')
    // The first frame teaches the form, and a text with an escape is parsed.
    expect(passedWhole()).toBe(3)
    expect(endings).toMatchObject([{ end: 'complete', error: null }])
  })

  test('is counted and passed alike however its frames are cut', async () => {
    const piece = fc.oneof(fc.constantFrom('a', ' the', '你好', '\ufeff', '"', '\\', '\n', 'data: x'), fc.string())
    const cuts = fc.array(fc.nat(400), { maxLength: 12 })
    const ends = fc.constantFrom('\n\n', '\r\n\r\n', '\r\r', '\n\r\n')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(piece, ends), { maxLength: 12 }), cuts, async (pieces, places) => {
        const frames = pieces.map(([text, end]) => chunkOf(text).replace('\n\n', end))
        const bytes = encoder.encode(frames.join(''))
        const bounds = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
        const chunks = bounds.slice(1).map((to, index) => bytes.subarray(bounds[index], to))
        const { client, texts } = setUp([...chunks.filter(({ length }) => length > 0), finish + usage + done])
        expect(await readText(client)).toBe(`${frames.join('')}${finish}<end>`)
        expect(texts.join('')).toBe(pieces.map(([text]) => text).join(''))
      }),
      { numRuns: 300 },
    )
  })

  test('has the same result for any chunk boundaries of the upstream', async () => {
    const whole = content + finish + usage + done
    for (let cut = 1; cut < whole.length; cut++) {
      const { client, endings } = setUp([whole.slice(0, cut), whole.slice(cut)])
      expect(await readText(client)).toBe(`${content}${finish}<end>`)
      expect(endings.map(({ end }) => end)).toEqual(['complete'])
    }
  })

  test.each([
    ['its bytes stop', [content]],
    ['its connection breaks', [content, new Error('reset')]],
    ['a frame is cut', [content, 'data: {"choices":[{"index":0,"del']],
  ])('is cut when %s, and closed with the frames of the settlement', async (_, steps) => {
    const { client, endings } = setUp(steps, { last: '<cut>' })
    expect(await readText(client)).toBe(`${content}<cut>`)
    expect(endings).toMatchObject([{ end: 'upstream_cut', error: { code: 'upstream_stream_cut' } }])
  })

  test('is complete where the connection breaks after its finish reason and its usage', async () => {
    for (const steps of [
      [content, finish + usage, new Error('reset')],
      [content + finish + usage, new Error('reset')],
    ]) {
      const { client, endings } = setUp(steps)
      expect(await readText(client)).toBe(`${content}${finish}<end>`)
      expect(endings).toMatchObject([{ end: 'complete', error: null, endFrame: null }])
    }
    const { client, endings } = setUp([content, finish, new Error('reset')], { last: '<cut>' })
    expect(await readText(client)).toBe(`${content}${finish}<cut>`)
    expect(endings).toMatchObject([{ end: 'upstream_cut', error: { code: 'upstream_stream_cut' } }])
  })

  test('is complete where only the silence after its usage ends it', async () => {
    const silent = Promise.withResolvers<string>()
    const { client, endings, abort, ended, failures, reader } = setUp([finish + usage, silent.promise])
    const text = readText(client)
    while (reader.reads < 2) await nextTurn()
    abort.abort(new GatewayError('upstream_timeout'))
    expect(await ended).toMatchObject({ end: 'complete', error: null })
    expect(failures).toHaveLength(1)
    silent.reject(failures[0])
    expect(await text).toBe(`${finish}<end>`)
    expect(endings).toHaveLength(1)
  })

  test('breaks if the client must see the failure', async () => {
    const { client, endings } = setUp([content, new Error('reset')], { last: null })
    await expect(readText(client)).rejects.toThrow()
    expect(endings.map(({ end }) => end)).toEqual(['upstream_cut'])
  })

  test('is complete without an end marker once the answer and its usage have arrived', async () => {
    const { client, endings } = setUp([content + finish + usage])
    expect(await readText(client)).toBe(`${content}${finish}<end>`)
    expect(endings).toMatchObject([{ end: 'complete', endFrame: null }])
  })

  test("ends with the upstream's error, which is kept for the log", async () => {
    const { client, endings, failures } = setUp([content, 'data: {"error":{"message":"overloaded"}}\n\n', content])
    expect(await readText(client)).toBe(`${content}<end>`)
    expect(endings).toMatchObject([{ end: 'upstream_error', upstreamError: { message: 'overloaded' } }])
    expect(failures).toHaveLength(1)
  })

  test('ends when the balance is used up, and so does the upstream', async () => {
    const refusal = new GatewayError('stream_limit_reached', { seconds: 60 })
    const { client, endings, failures } = setUp([content, content], { onProgress: () => refusal })
    expect(await readText(client)).toBe(`${content}<end>`)
    expect(endings).toMatchObject([{ end: 'limit', error: refusal }])
    expect(failures).toEqual([refusal])
  })

  test.each([
    ['later', () => Promise.reject(new StoreError('unreachable', 'the database is silent'))],
    [
      'in the same turn',
      () => {
        throw new StoreError('full', 'the disk is full')
      },
    ],
  ])(
    'ends for want of the database, not by a fault of the upstream, when no more can be held (%s)',
    async (_, onProgress) => {
      const { client, endings, failures } = setUp([content, content], { onProgress })
      expect(await readText(client)).toBe(`${content}<end>`)
      expect(endings).toMatchObject([{ end: 'limit', error: { code: 'storage_unavailable' } }])
      expect(failures.map(({ code }) => code)).toEqual(['storage_unavailable'])
    },
  )

  test('is read no faster than the client reads', async () => {
    const { client, reader } = setUp([content, content, finish + usage + done])
    const clientReader = client.getReader()
    for (const reads of [1, 2]) {
      await clientReader.read()
      await nextTurn()
      expect(reader.reads).toBe(reads)
    }
    await clientReader.cancel()
  })
})

describe('a client that leaves', () => {
  test('ends the upstream, and is settled once', async () => {
    const never = Promise.withResolvers<string>()
    const { client, endings, ended, failures } = setUp([content, never.promise])
    const reader = client.getReader()
    await reader.read()
    await reader.cancel()
    expect(await ended).toMatchObject({ end: 'client_gone' })
    expect(failures.map(({ code }) => code)).toEqual(['client_closed_request'])
    expect(endings).toHaveLength(1)
  })

  test('while the upstream breaks off, is settled once', async () => {
    const broken = Promise.withResolvers<string>()
    const { client, abort, endings } = setUp([content, broken.promise])
    const reader = client.getReader()
    await reader.read()
    const next = reader.read().catch(() => null)
    await nextTurn()
    abort.abort(new GatewayError('client_closed_request'))
    broken.reject(new Error('reset'))
    await next
    await nextTurn()
    expect(endings.map(({ end }) => end)).toEqual(['client_gone'])
  })

  test('has its stream read to the end for the usage if that is configured', async () => {
    const rest = Promise.withResolvers<string>()
    const { client, abort, ended, meter, failures } = setUp([content, rest.promise], {
      onClientGone: 'drain:30',
    })
    const reader = client.getReader()
    await reader.read()
    abort.abort(new GatewayError('client_closed_request'))
    rest.resolve(finish + usage + done)
    expect(await ended).toMatchObject({ end: 'client_gone' })
    expect(meter.usage()).toMatchObject({ inputText: 3, outputText: 4 })
    expect(failures).toHaveLength(1)
  })
})

test('a shutdown ends a stream as a limit does', async () => {
  const never = Promise.withResolvers<string>()
  const { client, abort, ended } = setUp([content, never.promise])
  const text = readText(client)
  abort.abort(new GatewayError('shutting_down'))
  expect(await ended).toMatchObject({ end: 'limit', error: { code: 'shutting_down' } })
  never.resolve(content)
  await text.catch(() => {})
})
