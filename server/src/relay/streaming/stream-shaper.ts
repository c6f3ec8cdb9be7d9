import { createAnswerIds, fitEventId } from '../../core/chat/call-ids.ts'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { restoreEventName } from '../../core/chat/tool-names.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import type { AnswerHead, StreamMeter } from '../../protocols/wire-format.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { markEvent } from '../formats/opaque-state.ts'
import { frameRewriterOf } from './frame-rewriter.ts'
import { type Outgoing, passFrames, rewriteFrame } from './outgoing-frames.ts'

/** The state of a complete stream at its end. */
interface StreamClose {
  /** The upstream's end marker; null when the end was proven in another way. */
  endFrame: Uint8Array | null
  /** The charged usage, for a client whose upstream reported none. */
  usage: Usage
}

/** Converts the upstream's stream to the client's. Records usage and end on the way. */
export interface StreamShaper {
  pass(frames: SplitFrames): Outgoing
  /** Takes a chunk that is one whole frame and passes unchanged; false = it must be split. Absent = all must be. */
  passWhole?(chunk: Uint8Array): boolean
  /** The frames that close a complete stream for the client. */
  close(close: StreamClose): Uint8Array
  /** The frame that ends a broken stream: the error, in the client's format. */
  fail(frame: string): Uint8Array
  /** Tokens that the upstream sent and the client did not get; absent = none. */
  withheldTokens?(): number
}

/** The client's final frames. Promises where they are screened first. */
export interface ClientShaper extends Omit<StreamShaper, 'pass' | 'close'> {
  pass(frames: SplitFrames): Outgoing | Promise<Outgoing>
  close(close: StreamClose): Uint8Array | Promise<Uint8Array>
}

const encoder = new TextEncoder()

/** The same format on both sides: frames pass unchanged. */
export function createPassShaper(call: AdmittedCall, attempt: Attempt, meter: StreamMeter): StreamShaper {
  const rules = {
    classify: (data: string | null) => meter.push(data),
    hidesUsage: attempt.hidesUsage,
    rewrite: frameRewriterOf(call, attempt),
  }
  // Where no marker ends a stream, its last event contains part of the answer.
  const lastFrame = (frame: Uint8Array) =>
    rules.rewrite && call.format.endMarker === '' ? rewriteFrame(frame, rules.rewrite) : frame
  return {
    pass: (frames) => passFrames(frames, rules),
    ...(rules.rewrite === null && meter.pushFrame && { passWhole: (chunk) => meter.pushFrame?.(chunk) ?? false }),
    close({ endFrame, usage }) {
      const isDue = call.request.wantsUsage && !meter.usage()
      const built = (isDue && call.format.buildUsageFrame?.(call.target, answerHeadOf(call), usage)) || ''
      const end = endFrame ? lastFrame(endFrame) : encoder.encode(call.format.endMarker)
      return built === '' ? end : Buffer.concat([encoder.encode(built), end])
    },
    fail(frame) {
      const sent = { number: meter.nextNumber?.() ?? 0, id: meter.answerId?.() ?? null }
      return encoder.encode(call.format.continueErrorFrame?.(frame, sent) ?? frame)
    },
  }
}

/** Different formats: every frame becomes events, and every event becomes frames of the client. */
export function createTranslatingShaper(
  call: AdmittedCall,
  attempt: Attempt,
  meter: StreamMeter,
  head: AnswerHead,
): StreamShaper {
  const parser = attempt.format.createStreamParser(head.newId)
  const builder = call.format.createStreamBuilder(head)
  const idOf = createAnswerIds(call.neutral.callIds, call.format.callIds, head.newId)
  const isForeign = attempt.format !== call.format
  const { dataOf = frameData } = attempt.format
  let hasUsage = false

  const write = (events: ChatEvent[]): string => {
    let text = ''
    for (const event of events) {
      if (event.kind === 'end' || event.kind === 'error' || isFault(event)) continue
      if (event.kind === 'usage') hasUsage = true
      const named = fitEventId(restoreEventName(event, call.neutral.toolNames), idOf)
      const built = isForeign ? markEvent(named, attempt.format.id) : named
      text += builder.push(built.kind === 'start' ? { ...built, model: head.model } : built)
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
        const data = dataOf(frame)
        const kind = meter.push(data)
        const events = data === null ? [] : parser.push(data, null)
        text += write(events)
        if (events.some(isFault)) return { bytes: encoder.encode(text), end: { kind: 'error', frame } }
        if (kind === 'done' || kind === 'error') return { bytes: encoder.encode(text), end: { kind, frame } }
      }
      return { bytes: encoder.encode(text), end: null }
    },
    close({ usage }) {
      const built = hasUsage ? '' : builder.push({ kind: 'usage', usage })
      return encoder.encode(built + builder.end())
    },
    fail: (frame) => encoder.encode(builder.fail?.(frame) ?? frame),
  }
}

/** The end of an answer that the upstream could not finish: an error for the client. */
const isFault = (event: ChatEvent): boolean => event.kind === 'finish' && event.reason === 'error'
