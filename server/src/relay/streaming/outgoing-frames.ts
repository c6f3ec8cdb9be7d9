import type { GatewayError } from '../../core/errors.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { FrameKind } from '../../protocols/sse/frame-kind.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What a batch of frames comes to. */
export interface Outgoing {
  /** Bytes for the client; empty when all were withheld. */
  bytes: Uint8Array
  /** The frame that ended the stream, when one did; it is not part of `bytes`. Or why we end it. */
  end: { kind: 'done' | 'error'; frame: Uint8Array } | { kind: 'refused'; error: GatewayError } | null
}

/** One frame's data in, the data of the frames to send in its place out. */
export type FrameRewriter = (data: string) => string[]

interface FrameRules {
  classify(data: string | null): FrameKind
  hidesUsage: boolean
  /** The data a frame is sent with, where it is to be another. Null = bytes stay as they are. */
  rewrite: FrameRewriter | null
}

/** Passes whole frames on as they came, but for those to be withheld or rewritten. Nothing follows an end. */
export function passFrames({ bytes, ends }: SplitFrames, rules: FrameRules): Outgoing {
  const parts: Uint8Array[] = []
  let keptFrom = 0
  let from = 0
  for (const end of ends) {
    // A chunk mostly is one frame.
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

/** One frame for one keeps its event name, and its bytes where the data stayed the same. */
function rewritten(frame: Uint8Array, data: string, rewrite: FrameRewriter): Uint8Array[] {
  const sent = rewrite(data)
  if (sent.length !== 1) return sent.map(framed)
  if (sent[0] === data) return [frame]
  return [withData(frame, sent[0] ?? '')]
}

/** One frame, its data rewritten. */
export function rewriteFrame(frame: Uint8Array, rewrite: FrameRewriter): Uint8Array {
  const data = frameData(frame)
  return data === null || data === '' ? frame : joined(rewritten(frame, data, rewrite))
}

/** The frame with other data, its event name kept. */
export function withData(frame: Uint8Array, data: string): Uint8Array {
  const event = /^event:[^\r\n]*$/m.exec(decoder.decode(frame))
  return encoder.encode(`${event ? `${event[0]}\n` : ''}data: ${data}\n\n`)
}

const framed = (data: string): Uint8Array => encoder.encode(`data: ${data}\n\n`)
