import type { GatewayError } from '../../core/errors.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { FrameKind } from '../../protocols/sse/frame-kind.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The result of a batch of frames. */
export interface Outgoing {
  /** Bytes for the client; empty when all were withheld. */
  bytes: Uint8Array
  /** The frame that ended the stream, which is not part of `bytes`; or why the gateway ends it. */
  end: { kind: 'done' | 'error'; frame: Uint8Array } | { kind: 'refused'; error: GatewayError } | null
}

/** The data of a frame; bytes where it is large. */
export type FrameData = string | Uint8Array

/** Takes the data of one frame, and returns the data of the frames to send instead. */
export type FrameRewriter = (data: string) => FrameData[]

interface FrameRules {
  classify(data: string | null): FrameKind
  hidesUsage: boolean
  /** The data to send instead. Null = the bytes stay as they are. */
  rewrite: FrameRewriter | null
}

/** Passes complete frames on unchanged, except for those to withhold or rewrite. Nothing follows an end. */
export function passFrames({ bytes, ends }: SplitFrames, rules: FrameRules): Outgoing {
  const parts: Uint8Array[] = []
  let keptFrom = 0
  let from = 0
  for (const end of ends) {
    // A chunk usually is one frame.
    const frame = end - from === bytes.length ? bytes : bytes.subarray(from, end)
    const data = frameData(frame)
    const kind = rules.classify(data)
    if (kind === 'done' || kind === 'error') {
      parts.push(bytes.subarray(keptFrom, from))
      return { bytes: joined(parts), end: { kind, frame } }
    }
    const isWithheld = kind === 'usage' && rules.hidesUsage
    const rewrite = data === null || data === '' ? null : rules.rewrite
    if (isWithheld || rewrite) {
      parts.push(bytes.subarray(keptFrom, from))
      if (!isWithheld && rewrite && data) parts.push(...rewritten(frame, data, rewrite))
      keptFrom = end
    }
    from = end
  }
  if (keptFrom === 0) return { bytes, end: null }
  parts.push(bytes.subarray(keptFrom))
  return { bytes: joined(parts), end: null }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const filled = parts.filter((part) => part.length > 0)
  return filled.length === 1 && filled[0] ? filled[0] : Buffer.concat(filled)
}

/** One frame for one frame keeps its event name, and its bytes where the data is unchanged. */
function rewritten(frame: Uint8Array, data: string, rewrite: FrameRewriter): Uint8Array[] {
  const sent = rewrite(data)
  if (sent.length !== 1) return sent.map((one) => framed(one))
  if (sent[0] === data) return [frame]
  return [withData(frame, sent[0] ?? '')]
}

/** One frame with its data rewritten. */
export function rewriteFrame(frame: Uint8Array, rewrite: FrameRewriter): Uint8Array {
  const data = frameData(frame)
  return data === null || data === '' ? frame : joined(rewritten(frame, data, rewrite))
}

/** The frame with other data and its own event name. */
export function withData(frame: Uint8Array, data: FrameData): Uint8Array {
  const event = eventLineOf(frame)
  return framed(data, event === null ? '' : `${event}\n`)
}

const eventField = encoder.encode('event:')

/** The line of a frame's event name, found in the bytes: the data may be megabytes. */
function eventLineOf(frame: Uint8Array): string | null {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.length)
  for (let at = bytes.indexOf(eventField); at >= 0; at = bytes.indexOf(eventField, at + 1)) {
    if (at > 0 && bytes[at - 1] !== lf && bytes[at - 1] !== cr) continue
    const end = bytes.subarray(at).findIndex((byte) => byte === lf || byte === cr)
    return decoder.decode(bytes.subarray(at, end < 0 ? undefined : at + end))
  }
  return null
}

const lf = 0x0a
const cr = 0x0d

function framed(data: FrameData, eventLine = ''): Uint8Array {
  if (typeof data === 'string') return encoder.encode(`${eventLine}data: ${data}\n\n`)
  return Buffer.concat([encoder.encode(`${eventLine}data: `), data, encoder.encode('\n\n')])
}
