import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { restoreEventName } from '../../core/chat/tool-names.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import type { AnswerHead, StreamMeter } from '../call/wire-format.ts'
import { markEvent } from '../upstream/opaque-state.ts'
import { frameRewriterOf } from './frame-rewriter.ts'
import { type Outgoing, passFrames, rewriteFrame } from './outgoing-frames.ts'
import { usageFrameOf } from './usage-frame.ts'

/** What is known of a complete stream when it is closed. */
interface StreamClose {
  /** The upstream's own end marker; null when its end was proven otherwise. */
  endFrame: Uint8Array | null
  /** What is charged, for a client whose upstream told nothing. */
  usage: Usage
}

/** Makes the client's stream of the upstream's. Reads usage and end beside the flow. */
export interface StreamShaper {
  pass(frames: SplitFrames): Outgoing
  /** What closes a complete stream for the client. */
  close(close: StreamClose): Uint8Array
  /** What ends a broken one: the error, as a frame of the client's format. */
  fail(frame: string): Uint8Array
  /** Tokens of what the upstream said and the client did not get; absent = none. */
  withheldTokens?(): number
}

/** What the client gets in the end. Promises where what passes is looked through first. */
export interface ClientShaper extends Omit<StreamShaper, 'pass' | 'close'> {
  pass(frames: SplitFrames): Outgoing | Promise<Outgoing>
  close(close: StreamClose): Uint8Array | Promise<Uint8Array>
}

const encoder = new TextEncoder()

/** One format on both sides: frames as they came. */
export function createPassShaper(call: AdmittedCall, attempt: Attempt, meter: StreamMeter): StreamShaper {
  const rules = {
    classify: (data: string | null) => meter.push(data),
    hidesUsage: attempt.hidesUsage,
    rewrite: frameRewriterOf(call, attempt),
  }
  // Where no marker ends a stream, its last event holds of the answer what others do.
  const lastFrame = (frame: Uint8Array) =>
    rules.rewrite && call.format.endMarker === '' ? rewriteFrame(frame, rules.rewrite) : frame
  return {
    pass: (frames) => passFrames(frames, rules),
    close({ endFrame, usage }) {
      const told = call.request.wantsUsage && !meter.usage() ? usageFrameOf(call, usage) : ''
      const end = endFrame ? lastFrame(endFrame) : encoder.encode(call.format.endMarker)
      return told === '' ? end : Buffer.concat([encoder.encode(told), end])
    },
    fail: (frame) => encoder.encode(call.format.numberFrame?.(frame, meter.nextNumber?.() ?? 0) ?? frame),
  }
}

/** Another format on each side: every frame becomes events, every event the client's frames. */
export function createTranslatingShaper(
  call: AdmittedCall,
  attempt: Attempt,
  meter: StreamMeter,
  head: AnswerHead,
): StreamShaper {
  const parser = attempt.format.createStreamParser(head.newId)
  const builder = call.format.createStreamBuilder(head)
  const isForeign = attempt.format !== call.format
  let hasUsage = false

  const write = (events: ChatEvent[]): string => {
    let text = ''
    for (const event of events) {
      if (event.kind === 'end' || event.kind === 'error') continue
      if (event.kind === 'usage') hasUsage = true
      const named = restoreEventName(event, call.neutral.toolNames)
      const told = isForeign ? markEvent(named, attempt.format.id) : named
      text += builder.push(told.kind === 'start' ? { ...told, model: head.model } : told)
    }
    return text
  }

  return {
    pass({ bytes, ends }) {
      let text = ''
      let from = 0
      for (const end of ends) {
        const frame = bytes.subarray(from, end)
        from = end
        const data = frameData(frame)
        const kind = meter.push(data)
        if (data !== null) text += write(parser.push(data, null))
        if (kind === 'done' || kind === 'error') return { bytes: encoder.encode(text), end: { kind, frame } }
      }
      return { bytes: encoder.encode(text), end: null }
    },
    close({ usage }) {
      const told = hasUsage ? '' : builder.push({ kind: 'usage', usage })
      return encoder.encode(told + builder.end())
    },
    fail: (frame) => encoder.encode(builder.fail?.(frame) ?? frame),
  }
}
