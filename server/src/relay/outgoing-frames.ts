import { patchJson } from '../core/json/patch-json.ts'
import { scanJson } from '../core/json/scan-json.ts'
import type { FrameKind } from '../protocols/openai-chat/stream-meter.ts'
import { frameData } from '../protocols/sse/frame-data.ts'
import type { SplitFrames } from '../protocols/sse/frame-splitter.ts'

const encoder = new TextEncoder()

/** What a batch of frames comes to. */
export interface Outgoing {
  /** Bytes for the client; empty when all were withheld. */
  bytes: Uint8Array
  /** The frame that ended the stream, when one did; it is not part of `bytes`. */
  end: { kind: 'done' | 'error'; frame: Uint8Array } | null
}

interface FrameRules {
  classify(data: string | null): FrameKind
  hidesUsage: boolean
  /** Model names to put back: the client asked by its own name. Null = bytes stay as they are. */
  renamesModelTo: string | null
}

/** Passes whole frames on as they came, but for those to be withheld or renamed. Nothing follows an end. */
export function passFrames({ bytes, ends }: SplitFrames, rules: FrameRules): Outgoing {
  const parts: Uint8Array[] = []
  let keptFrom = 0
  let from = 0
  for (const end of ends) {
    const frame = bytes.subarray(from, end)
    const data = frameData(frame)
    const kind = rules.classify(data)
    if (kind === 'done' || kind === 'error') {
      parts.push(bytes.subarray(keptFrom, from))
      return { bytes: joined(parts), end: { kind, frame } }
    }
    const isWithheld = kind === 'usage' && rules.hidesUsage
    if (isWithheld || (rules.renamesModelTo !== null && data !== null)) {
      parts.push(bytes.subarray(keptFrom, from))
      if (!isWithheld) parts.push(renamed(frame, data ?? '', rules.renamesModelTo ?? ''))
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

function renamed(frame: Uint8Array, data: string, model: string): Uint8Array {
  const payload = encoder.encode(data)
  const scan = scanJson(payload)
  if (!scan.ok || !scan.fields.has('model')) return frame
  const patched = patchJson(payload, scan.fields, { model: JSON.stringify(model) })
  return Buffer.concat([encoder.encode('data: '), patched, encoder.encode('\n\n')])
}
