import { isThinkingModel } from '../../core/chat/model-rules-of.ts'
import { GatewayError } from '../../core/errors.ts'
import { withPrepared } from '../../core/json/prepared-json.ts'
import type { Clock } from '../../platform/clock.ts'
import { createDeadline } from '../../platform/deadline.ts'
import { createPause, nextTurn, type Pause, stepMax } from '../../platform/in-turns.ts'
import type { SplitFrames } from '../../protocols/sse/frame-splitter.ts'
import { gatewayErrorOf, StoreError } from '../../store/store-error.ts'
import type { CallEnd } from '../call/call-end.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { atOnceMax } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { groupFrames, readLargeFrames } from '../passage/large-frames.ts'
import type { Outgoing } from '../passage/outgoing-frames.ts'
import type { Attempt } from '../passage/passage.ts'
import type { StreamShaper } from '../passage/stream-shaper.ts'
import type { ByteReader, OpenedStream } from '../upstream/open-stream.ts'

/** How a stream ended, for its settlement. */
export interface StreamEnding {
  end: CallEnd
  /** Null for a complete one. */
  error: GatewayError | null
  /** Error object of the upstream, if it ended the stream. */
  upstreamError: unknown
  /** The upstream's end marker, if it ended the stream. */
  endFrame: Uint8Array | null
}

export interface StreamHooks {
  /** Called after frames were passed on. Ends the stream by returning an error (balance used up). */
  onProgress(): GatewayError | null | Promise<GatewayError | null>
  /**
   * Settles the call. Resolves, durable, with the frames that close the client's stream; null = it must look broken
   * off. Called exactly once.
   */
  onEnd(ending: StreamEnding): Promise<Uint8Array | null>
}

type ReadResult = Awaited<ReturnType<ByteReader['read']>>
type NextFrames = SplitFrames | 'ping' | 'end'

const encoder = new TextEncoder()
const blankLine = encoder.encode('\n\n')
/** Time for an upstream to close after its end marker, before the connection is given up. */
const releaseMs = 1_000

/**
 * Passes the upstream's frames to the client at the client's own pace: what the client does not read is not read from
 * the upstream. Memory is one chunk and at most one incomplete frame.
 */
export function pumpStream(
  dependencies: RelayDependencies,
  call: AdmittedCall,
  attempt: Attempt,
  { stream, shaper }: { stream: OpenedStream; shaper: StreamShaper },
  hooks: StreamHooks,
): ReadableStream<Uint8Array> {
  const { config, clock } = dependencies
  call.abort.leaveUpstreamToReader()
  const idleMs = idleMsOf(config.STREAMING_TIMEOUT, attempt.upstreamModel)
  // Whitespace may occur anywhere between the elements of an array.
  const ping = encoder.encode(call.target.isArrayStream ? '\n' : call.format.ping)
  let first = stream.first
  let read = stream.pendingRead
  let tail: Promise<Uint8Array | null> | null = null
  let isDurable = false
  let isStalled = false
  /** A read for the client is in progress: only one may read from the upstream at a time. */
  let isReading = false
  /** The read in progress waits for the upstream: what it throws is the end of the connection. */
  let isWaiting = false
  /** Called when the read in progress has ended. */
  let onRead: (() => void) | null = null
  const deadline = createDeadline(clock, () => {
    call.abort.abort(isStalled ? new GatewayError('client_closed_request') : new GatewayError('upstream_timeout'))
  })
  // Once the client is gone no pull may follow: the call is settled anyway, and a client that
  // stopped reading loses its connection.
  let client: ReadableStreamDefaultController<Uint8Array> | null = null
  call.abort.aborted.catch((reason: unknown) => {
    endWith(brokenBy(reason))
    if (isStalled) client?.error(reason)
  })

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        client = controller
      },
      pull: readOn,
      async cancel() {
        call.abort.abort(new GatewayError('client_closed_request'))
      },
    },
    { highWaterMark: 0 },
  )

  /**
   * Reads until the client got something or the stream has ended, and then closes the client's stream. Never rejects. A
   * chunk waits only for its read: each further promise costs about as much as scanning the chunk.
   */
  async function readOn(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    isStalled = false
    deadline.set(idleMs)
    isReading = true
    let pause: Pause | null = null
    try {
      if (!isDurable) await call.reservation.durable
      isDurable = true
      while (!tail) {
        isWaiting = first === null
        const result = first ? null : await nextRead()
        isWaiting = false
        const given = first ? give(controller, first) : take(controller, result)
        first = null
        if (given instanceof Promise ? await given : given) break
        // Chunks that are here already would be read without other work in between.
        pause ??= createPause()
        const paused = pause()
        if (paused) await paused
      }
    } catch (cause) {
      endWith(brokenBy(call.abort.reason ?? cause))
    }
    isReading = false
    onRead?.()
    if (tail) return close(controller, await tail)
    // After output the client's own limit applies.
    isStalled = true
    deadline.set(config.CLIENT_STALL_TIMEOUT * 1_000)
  }

  /** Most chunks are one frame in the form of the last one: such a chunk is neither split nor decoded. */
  function take(
    controller: ReadableStreamDefaultController<Uint8Array>,
    result: ReadResult | null,
  ): boolean | Promise<boolean> {
    const chunk = result?.value
    if (chunk && shaper.passWhole && stream.splitter.isAtStart() && shaper.passWhole(chunk)) {
      read = null
      return deliver(controller, { bytes: chunk, end: null })
    }
    return give(controller, framesOf(result))
  }

  /**
   * True when the client got something or the stream has ended. A promise only if more money must be held, or the
   * frames are screened.
   */
  function give(
    controller: ReadableStreamDefaultController<Uint8Array>,
    frames: NextFrames,
  ): boolean | Promise<boolean> {
    if (frames === 'ping') {
      controller.enqueue(ping)
      return true
    }
    if (frames === 'end') return atEof(controller)
    if (frames.bytes.length > atOnceMax) return giveLarge(controller, frames)
    const out = shaper.pass(frames)
    return out instanceof Promise ? out.then((later) => deliver(controller, later)) : deliver(controller, out)
  }

  /** The same between other work: the frames in groups, and a large one by itself. */
  async function giveLarge(
    controller: ReadableStreamDefaultController<Uint8Array>,
    frames: SplitFrames,
  ): Promise<boolean> {
    // The chunk was joined and split in this one.
    await nextTurn()
    const pause = createPause()
    let isGiven = false
    for (const group of groupFrames(frames, stepMax)) {
      await pause()
      const given = deliver(controller, await passLarge(group, pause))
      if (given instanceof Promise ? await given : given) isGiven = true
      if (tail) return true
    }
    return isGiven
  }

  async function passLarge(frames: SplitFrames, pause: Pause): Promise<Outgoing> {
    const values = await readLargeFrames(frames, attempt.format, shaper)
    const out = await withPrepared(values, () => shaper.pass(frames))
    while (stream.counter.step()) await pause()
    return out
  }

  function deliver(controller: ReadableStreamDefaultController<Uint8Array>, out: Outgoing): boolean | Promise<boolean> {
    // It may have ended while the frames were screened.
    if (tail) return true
    const isGiven = out.bytes.length > 0
    if (isGiven) controller.enqueue(out.bytes)
    if (out.end) return endWith(endingBy(out.end))
    const progress = hooks.onProgress()
    return progress instanceof Promise
      ? progress.then((refusal) => continueAfter(refusal, isGiven))
      : continueAfter(progress, isGiven)
  }

  function continueAfter(refusal: GatewayError | null, isGiven: boolean): boolean {
    if (refusal) return endWith({ ...early, end: 'limit', error: refusal })
    // After the first output the client's own limit applies.
    if (!isGiven && !tail) deadline.set(idleMs)
    return isGiven
  }

  function nextRead(): Promise<ReadResult | null> {
    read ??= stream.reader.read()
    return stream.pingMs === null ? read : withPing(read, stream.pingMs)
  }

  function framesOf(result: ReadResult | null): NextFrames {
    if (result === null) return 'ping'
    read = null
    return result.done || !result.value ? 'end' : stream.splitter.push(result.value)
  }

  function close(controller: ReadableStreamDefaultController<Uint8Array>, last: Uint8Array | null): void {
    try {
      if (last === null) controller.error(new GatewayError('upstream_stream_cut'))
      else {
        if (last.length > 0) controller.enqueue(last)
        controller.close()
      }
    } catch {
      // The client is gone; the call is settled anyway.
    }
  }

  /** Settles once: further calls have no effect. */
  function endWith(ending: StreamEnding): true {
    if (tail) return true
    deadline.clear()
    const drainMs = ending.end === 'client_gone' ? call.drainLimit.enter() : null
    if (drainMs !== null) tail = drain(drainMs).then(() => hooks.onEnd(ending))
    else {
      if (ending.end === 'complete' && !isWaiting) void releaseUpstream(stream, clock)
      else stream.fail(ending.error ?? new GatewayError('client_closed_request'))
      tail = hooks.onEnd(ending)
    }
    return true
  }

  /** Reads on for the upstream's usage report and discards the rest. Never rejects. */
  async function drain(drainMs: number): Promise<void> {
    stream.stopCounting()
    const limit = createDeadline(clock, () => stream.fail(new GatewayError('client_closed_request')))
    limit.set(drainMs)
    try {
      if (isReading) await readEnded()
      while (!stream.meter.isComplete() || !stream.meter.usage()) {
        const frames = framesOf(await nextRead())
        if (frames === 'end' || (frames !== 'ping' && (await isEnd(frames)))) break
      }
    } catch {
      // The last report counts.
    }
    limit.clear()
    call.drainLimit.leave()
    stream.fail(new GatewayError('client_closed_request'))
  }

  async function isEnd(frames: SplitFrames): Promise<boolean> {
    const pause = createPause()
    for (const group of groupFrames(frames, stepMax)) {
      await pause()
      const out = group.bytes.length > atOnceMax ? passLarge(group, pause) : shaper.pass(group)
      if ((await out).end) return true
    }
    return false
  }

  function readEnded(): Promise<void> {
    return new Promise((resolve) => {
      onRead = resolve
    })
  }

  function atEof(controller: ReadableStreamDefaultController<Uint8Array>): true | Promise<true> {
    const rest = stream.splitter.rest()
    if (rest.length === 0 || stream.meter.isComplete()) return endWith(eofEnding())
    // A last frame without its blank line still counts if it proves the end.
    const bytes = Buffer.concat([rest, blankLine])
    const end = (out: Outgoing): true => {
      if (!tail && stream.meter.isComplete() && out.bytes.length > 0) controller.enqueue(out.bytes)
      return endWith(out.end && out.end.kind !== 'done' ? endingBy(out.end) : eofEnding())
    }
    const frames = { bytes, ends: [bytes.length] }
    const out = bytes.length > atOnceMax ? passLarge(frames, createPause()) : shaper.pass(frames)
    return out instanceof Promise ? out.then(end) : end(out)
  }

  function eofEnding(): StreamEnding {
    return stream.meter.isComplete()
      ? complete(null)
      : { ...early, end: 'upstream_cut', error: new GatewayError('upstream_stream_cut') }
  }

  /** The frames prove that an answer is whole: after its end and its usage a broken connection is no cut. */
  function brokenBy(cause: unknown): StreamEnding {
    const ending = endingOf(cause)
    const isOfUpstream = isWaiting && ending.end === 'upstream_cut'
    return isOfUpstream && stream.meter.isComplete() && stream.meter.usage() ? complete(null) : ending
  }

  function endingBy(end: NonNullable<Outgoing['end']>): StreamEnding {
    if (end.kind === 'refused') return { ...early, end: 'limit', error: end.error }
    return end.kind === 'done' ? complete(end.frame) : upstreamFailed()
  }

  function upstreamFailed(): StreamEnding {
    const error = new GatewayError('upstream_stream_cut', {}, { detail: 'the upstream sent an error event' })
    return { ...early, end: 'upstream_error', error, upstreamError: stream.meter.error() }
  }
}

const early = { upstreamError: null, endFrame: null }

const complete = (endFrame: Uint8Array | null): StreamEnding => ({
  ...early,
  end: 'complete',
  error: null,
  endFrame,
})

/** Thinking models are silent for long. */
const idleMsOf = (seconds: number, model: string): number => seconds * 1_000 * (isThinkingModel(model) ? 2 : 1)

/** How a stream ends by what was thrown while it was read, shaped or written. */
export function endingOf(cause: unknown): StreamEnding {
  // More money could not be held: no fault of the upstream.
  if (cause instanceof StoreError) return { ...early, end: 'limit', error: gatewayErrorOf(cause) }
  if (!(cause instanceof GatewayError)) {
    const isTooLarge = cause instanceof RangeError
    const code = isTooLarge ? 'upstream_response_too_large' : 'upstream_stream_cut'
    return { ...early, end: 'upstream_cut', error: new GatewayError(code, {}, { cause }) }
  }
  const ends: Partial<Record<string, CallEnd>> = {
    client_closed_request: 'client_gone',
    stream_limit_reached: 'limit',
    shutting_down: 'limit',
  }
  return { ...early, end: ends[cause.code] ?? 'upstream_cut', error: cause }
}

/** Reads beyond the end marker, so that the connection can serve the next call. */
async function releaseUpstream(stream: OpenedStream, clock: Clock): Promise<void> {
  const deadline = createDeadline(clock, () => stream.fail(new GatewayError('upstream_timeout')))
  deadline.set(releaseMs)
  try {
    for (let bytes = 0; bytes < 65_536; ) {
      const { done, value } = await stream.reader.read()
      if (done || !value) return
      bytes += value.length
    }
    stream.fail(new GatewayError('upstream_response_too_large'))
  } catch {
    // The answer is complete, so the connection's end does not matter.
  } finally {
    deadline.clear()
  }
}

async function withPing<T>(read: Promise<T>, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  try {
    return await Promise.race([read, promise])
  } finally {
    clearTimeout(timer)
  }
}
