import { GatewayError } from '../../core/errors.ts'
import { withPrepared } from '../../core/json/prepared-json.ts'
import { createPatientCounter, type PatientCounter } from '../../core/tokens/patient-counter.ts'
import { nextTurn } from '../../platform/in-turns.ts'
import { answerStream } from '../../platform/outbound/read-answer.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import { createFrameSplitter, type FrameSplitter, type SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import { openingKindOf } from '../../protocols/sse/opening-kind.ts'
import type { StreamMeter, UpstreamFormat } from '../../protocols/wire-format.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { atOnceMax } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { readLargeFrames } from '../passage/large-frames.ts'
import type { Attempt } from '../passage/passage.ts'

/** The used part of a stream's reader: the runtime's and Node's types differ in the rest. */
export interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>
}

type Read = ReturnType<ByteReader['read']>

/** A stream whose first frames have arrived, so that it can be sent to the client. */
export interface OpenedStream {
  readonly reader: ByteReader
  readonly splitter: FrameSplitter
  readonly meter: StreamMeter
  readonly counter: PatientCounter
  /** Whole frames that were read but not processed. */
  readonly first: SplitFrames | null
  /** A read in progress. */
  readonly pendingRead: Read | null
  /** Error object of the first frames: the client got nothing yet, so another channel may be tried. */
  readonly error: unknown
  /**
   * Milliseconds from the call's start until the first frame with content arrived, before it was read; while there is
   * none, until the stream was opened.
   */
  readonly firstFrameMs: number
  /** Milliseconds of silence after which the client gets a ping; null = it gets none. */
  readonly pingMs: number | null
  /** The bytes of a file instead of events. */
  readonly isBytes: boolean
  /** Part of an answer has arrived: more than comments and an end marker. */
  hasAnswer(): boolean
  /** Tokens of the audio so far; absent if it is not charged by its duration. */
  soundTokens?(): number
  /** Later frames are not delivered, so their output is not counted. */
  stopCounting(): void
  /** Ends the upstream connection. */
  fail(reason: GatewayError): void
}

export interface UpstreamHandle {
  signal: AbortSignal
  fail(reason: GatewayError): void
}

/**
 * Waits for the first frame of the answer, so that the call can move to another channel if the upstream fails at once.
 * Comments and pings before it are dropped: passing them on would commit the call to this upstream. With the gateway's
 * own pings on, it waits at most the ping interval. Throws GatewayError when the stream ends or breaks before that.
 */
export async function openStream(
  { config, state, clock }: RelayDependencies,
  call: AdmittedCall,
  attempt: Attempt,
  response: Response,
  upstream: UpstreamHandle,
): Promise<OpenedStream> {
  const body = answerStream(response)
  if (!body) throw new GatewayError('upstream_stream_cut', {}, { detail: 'an event stream without a body' })
  const reader: ByteReader = body.getReader()
  const splitter = createFrameSplitter(config.MAX_EVENT_MB * 1_048_576)
  const counter = createPatientCounter()
  let isCounting = true
  const whole = attempt.format.createMeter((text) => {
    if (isCounting) counter.add(text)
  })
  const pingMs = pingMsOf(state.current().options)
  const patience = pingMs === null ? null : createPatience(pingMs)
  let hasAnswer = true
  let hasContent = true
  /** When the last chunk arrived, or the stream was opened without one. */
  let arrivedAt = clock.monotonic()
  const arrived = () => {
    arrivedAt = clock.monotonic()
  }
  function noteContent(): void {
    if (!hasContent) arrived()
    hasContent = true
  }
  /** Only a stream opened before its content arrived needs the checks. */
  const watchful: StreamMeter = {
    ...whole,
    push(data) {
      hasAnswer ||= openingKindOf(data) === 'answer'
      const kind = whole.push(data)
      if (kind === 'content') noteContent()
      return kind
    },
    ...(whole.pushFrame && {
      pushFrame(frame: Uint8Array) {
        const isTaken = whole.pushFrame?.(frame) ?? false
        hasAnswer ||= isTaken
        if (isTaken) noteContent()
        return isTaken
      },
    }),
  }
  const opened = (first: SplitFrames | null, pendingRead: Read | null, error: unknown): OpenedStream => ({
    reader,
    splitter,
    meter: hasContent ? whole : watchful,
    counter,
    first,
    pendingRead,
    error,
    pingMs,
    isBytes: false,
    get firstFrameMs() {
      return arrivedAt - call.startedMonotonic
    },
    hasAnswer: () => hasAnswer,
    stopCounting() {
      isCounting = false
    },
    fail: upstream.fail,
  })
  /**
   * The head of an answer has arrived. It is held back for a moment: overloaded hosts send it and then an error or
   * nothing, and until it is forwarded another channel can answer.
   */
  async function openHead(head: SplitFrames): Promise<OpenedStream> {
    const hold = createPatience(headHoldMs)
    let frames = head
    try {
      for (;;) {
        const next = reader.read()
        const more = await Promise.race([next, hold.isOver])
        if (more === null) {
          hasContent = false
          return opened(frames, next, null)
        }
        arrived()
        if (more.done || !more.value) throw new GatewayError('upstream_stream_cut', {}, { detail: 'only a head' })
        frames = joinFrames(frames, splitter.push(more.value))
        // So much is no mere head, and is read between other work.
        if (frames.bytes.length > atOnceMax) return opened(frames, null, null)
        const { error, isOver, ...found } = inspectFrames(attempt.format, frames)
        if (isOver) throw new GatewayError('upstream_empty_response')
        if (error === null && !found.hasContent && frames.bytes.length < heldBytesMax) continue
        hasContent = found.hasContent
        return opened(frames, null, error)
      }
    } finally {
      hold.stop()
    }
  }

  let held: SplitFrames | null = null
  try {
    for (;;) {
      const read = reader.read()
      const result = patience ? await Promise.race([read, patience.isOver]) : await read
      arrived()
      if (result === null) {
        hasAnswer = false
        hasContent = false
        return opened(held, read, null)
      }
      if ((result.done || !result.value) && held) throw new GatewayError('upstream_empty_response')
      if (result.done || !result.value)
        throw new GatewayError('upstream_stream_cut', {}, { detail: 'the stream ended without a frame' })
      const split = splitter.push(result.value)
      // To join, to look at and to decode a large frame take a turn each.
      if (split.bytes.length > atOnceMax) await nextTurn()
      const fresh = held ? split : withoutKeepAlive(attempt.format, split)
      if (fresh.ends.length === 0) continue
      if (fresh.bytes.length > atOnceMax) await nextTurn()
      const frames: SplitFrames = held ? joinFrames(held, fresh) : fresh
      const values = readLargeFrames(frames, attempt.format)
      const first = withPrepared(values && (await values), () => inspectFrames(attempt.format, frames))
      if (first.isOver) throw new GatewayError('upstream_empty_response')
      if (first.error === null && !first.hasAnswer && frames.bytes.length < heldBytesMax) {
        held = frames
        continue
      }
      if (first.error !== null || first.hasContent) return opened(frames, null, first.error)
      return await openHead(frames)
    }
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const reason = upstream.signal.reason
    if (reason instanceof GatewayError) throw reason
    throw new GatewayError('upstream_stream_cut', {}, { cause, detail: `${attempt.channel.id}: ${String(cause)}` })
  } finally {
    patience?.stop()
  }
}

const pingMsOf = (options: OptionValues): number | null =>
  options['general_setting.ping_interval_enabled'] ? options['general_setting.ping_interval_seconds'] * 1_000 : null

function createPatience(ms: number) {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  return { isOver: promise, stop: () => clearTimeout(timer) }
}

/** How long the head of an answer is held back. */
const headHoldMs = 250

const joinFrames = (a: SplitFrames, b: SplitFrames): SplitFrames => ({
  bytes: Buffer.concat([a.bytes, b.bytes]),
  ends: [...a.ends, ...b.ends.map((end) => end + a.bytes.length)],
})

/** Limit of frames before the answer: filter results of a prompt, and comments among them. */
const heldBytesMax = 1_048_576

/** The frames from the first one that is not a comment or a ping. */
function withoutKeepAlive({ dataOf = frameData }: UpstreamFormat, { bytes, ends }: SplitFrames): SplitFrames {
  let from = 0
  let index = 0
  for (const end of ends) {
    if (openingKindOf(dataOf(bytes.subarray(from, end))) !== 'keep-alive') break
    from = end
    index++
  }
  if (index === 0) return { bytes, ends }
  return { bytes: bytes.subarray(from), ends: ends.slice(index).map((end) => end - from) }
}

interface FirstFrames {
  error: unknown
  /** Content of the answer has arrived. */
  hasContent: boolean
  /** A frame of the answer has arrived, at least its head. */
  hasAnswer: boolean
  /** The stream ended before any. */
  isOver: boolean
}

/** The state of the first frames, up to the first with content or an error. */
function inspectFrames(format: UpstreamFormat, { bytes, ends }: SplitFrames): FirstFrames {
  let hasAnswer = false
  const { dataOf = frameData } = format
  const probe = format.createMeter(() => {})
  let from = 0
  for (const end of ends) {
    const data = dataOf(bytes.subarray(from, end))
    from = end
    const kind = data === null ? 'other' : probe.push(data)
    if (kind === 'error') return { error: probe.error(), hasContent: false, hasAnswer, isOver: false }
    hasAnswer ||= openingKindOf(data) === 'answer'
    if (kind !== 'other') return { error: null, hasContent: true, hasAnswer, isOver: !hasAnswer || isEmptyEnd(probe) }
  }
  return { error: null, hasContent: false, hasAnswer, isOver: false }
}

const isEmptyEnd = (meter: StreamMeter): boolean => meter.isEmpty?.() ?? false
