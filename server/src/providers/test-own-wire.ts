import { describe, expect, test } from 'bun:test'
import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import fc from 'fast-check'
import type { ChatRequest } from '../core/chat/chat-request.ts'
import type { ChatEvent } from '../core/chat/chat-response.ts'
import { arbitraryRequest } from '../core/chat/test-arbitraries.ts'
import { commonSettings, everyFeature, type RequestFeatures } from '../core/chat/test-request-features.ts'
import { readRefusal } from '../core/test-failures.ts'
import { readFrameData } from '../protocols/sse/test-frames.ts'
import type { OwnWire } from './own-wire.ts'

const channel = { baseUrl: null, organization: null, other: '' }

/** A request of one turn. */
export const questionTo = (model: string, text = 'Weather in Oslo?'): ChatRequest => ({
  model,
  messages: [{ role: 'user', parts: [{ kind: 'text', text }] }],
  isStream: false,
  wantsUsage: true,
})

/** What clients can request of a wire without signatures. */
const anyRequest: RequestFeatures = {
  ...everyFeature,
  settings: [...commonSettings, 'n', 'userId'],
  toolSignatures: false,
  thinkingShown: false,
  schemaNames: false,
}

/** Events of a stream that arrives in `chunks`. */
function parseChunks(wire: OwnWire, chunks: readonly Uint8Array[]): ChatEvent[] {
  let count = 0
  const parser = wire.createStreamParser(() => `made_${++count}`)
  return readFrameData(chunks, wire.dataOf).flatMap((data) => parser.push(data, null))
}

/** An event with a name besides its data. */
class NamedEvent {
  readonly event: string
  readonly data: unknown
  constructor(event: string, data: unknown) {
    this.event = event
    this.data = data
  }
}
export const namedEvent = (event: string, data: unknown): NamedEvent => new NamedEvent(event, data)

/** A frame with exactly this text. */
class RawFrame {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export const rawFrame = (text: string): RawFrame => new RawFrame(text)

/** The frames of a stream, as the provider sends them. */
const writeFrames = (payloads: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(payloads.map(writeFrame).join(''))

const writeFrame = (payload: unknown): string =>
  payload instanceof RawFrame
    ? payload.text
    : payload instanceof NamedEvent
      ? `event: ${payload.event}\ndata: ${JSON.stringify(payload.data)}\n\n`
      : `data: ${JSON.stringify(payload)}\n\n`

export const readEvents = (wire: OwnWire, payloads: readonly unknown[]): ChatEvent[] =>
  parseChunks(wire, [writeFrames(payloads)])

/** A sample in which one value, at any depth, is replaced. */
const mutate = (sample: JsonRecord): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat(1_000), fc.jsonValue()).map(([place, value]) => {
    let count = place % (countValues(sample) || 1)
    return JSON.parse(JSON.stringify(sample), (_key, found: unknown) => (count-- === 0 ? value : found))
  })

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, child) => sum + countValues(child), 1)
    : 1

/** Tests for every wire format: any input is read, chunk boundaries have no effect, any request is written. */
export function describeWire(
  wire: OwnWire,
  { answers, streams }: { answers: readonly JsonRecord[]; streams: readonly (readonly unknown[])[] },
): void {
  describe('any input', () => {
    const anything = fc.oneof(fc.jsonValue(), ...answers.map(mutate))
    test('an answer is read without an exception', () => {
      fc.assert(
        fc.property(anything, (value) => {
          const body = recordOf(value)
          wire.parseAnswer(body as JsonRecord, () => 'made')
          wire.errorIn(body as JsonRecord)
          wire.parseUsage(body as JsonRecord)
          wire.parseUnits?.(body as JsonRecord)
          wire.embeddings?.parse(body as JsonRecord)
          wire.rerank?.parse(body as JsonRecord)
        }),
      )
    })

    test('a stream is read without an exception', () => {
      const frame = fc.oneof(fc.string(), fc.jsonValue().map(toJson), ...streams.flat().map(framePieces))
      fc.assert(
        fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
          const parser = wire.createStreamParser(() => 'made')
          for (const data of frames) parser.push(data, null)
          parser.isComplete()
          wire.dataOf?.(new TextEncoder().encode(frames.join('\n')))
        }),
      )
    })
  })

  test('chunk boundaries have no effect', () => {
    for (const stream of streams) {
      const bytes = writeFrames(stream)
      const whole = parseChunks(wire, [bytes])
      for (let cut = 1; cut < bytes.length; cut++)
        expect(parseChunks(wire, [bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
      const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
      expect(parseChunks(wire, single)).toEqual(whole)
    }
  })

  test('any request is written, or refused as the caller’s error', () => {
    fc.assert(
      fc.property(arbitraryRequest(anyRequest), (request) => {
        const refusal = readRefusal(() => JSON.stringify(wire.buildRequest(request, channel)))
        if (refusal) expect(refusal.owner).toBe('caller')
      }),
    )
  })
}

const toJson = (value: unknown): string => JSON.stringify(value)

const framePieces = (payload: unknown): fc.Arbitrary<string> =>
  payload instanceof NamedEvent
    ? framePieces(payload.data).map((data) => `${payload.event}\n${data}`)
    : plainPieces(payload)

const plainPieces = (payload: unknown): fc.Arbitrary<string> =>
  typeof payload === 'object' && payload !== null
    ? fc.oneof(fc.constant(JSON.stringify(payload)), mutate(payload as JsonRecord).map(toJson))
    : fc.constant(JSON.stringify(payload))
