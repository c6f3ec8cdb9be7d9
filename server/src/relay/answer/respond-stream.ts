import { type Quota, quota } from '@sluice/contract/quota'
import { GatewayError } from '../../core/errors.ts'
import { outputTotal } from '../../core/usage/usage.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import { shortageError } from '../call/balance-errors.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { promptSizeOf } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import {
  type AttemptFailure,
  cleanError,
  publicFailure,
  statusOfError,
  unansweredFailure,
} from '../call/upstream-error.ts'
import { withMeaning } from '../formats/read-refusal.ts'
import { operationOf } from '../passage/operations.ts'
import type { SentAttempt } from '../passage/passage.ts'
import { deliveredTokens, type StreamShaper } from '../passage/stream-shaper.ts'
import { countableOf } from '../passage/system-prompt.ts'
import { buildChargedRow, buildErrorRow, type ChargedResult } from '../settlement/build-call-rows.ts'
import { type Metered, meter, meterSoFar } from '../settlement/meter.ts'
import { wasCutHere } from '../settlement/settle-abandoned.ts'
import { settleCall } from '../settlement/settle-call.ts'
import { createArrayShaper } from '../streaming/array-stream.ts'
import { bytesShaper } from '../streaming/bytes-shaper.ts'
import { endingOf, pumpStream, type StreamEnding, type StreamHooks } from '../streaming/pump-stream.ts'
import { createScreenShaper } from '../streaming/screen-shaper.ts'
import type { OpenedStream } from '../upstream/open-stream.ts'
import { answerHeaders, streamHeaders } from './answer-headers.ts'
import { failureRefusal, ownRefusal } from './build-client-error.ts'

// A checkpoint may wait 50 ms for others: with this it is at most a second or, at usual speeds, 256 tokens behind.
const checkpointMs = 950
const checkpointTokens = 240

/** A streamed answer. Its money: checkpoints while it runs, one settlement before its end marker. */
export function respondStream(
  dependencies: RelayDependencies,
  call: AdmittedCall,
  attempt: SentAttempt,
  upstream: { response: Response; stream: OpenedStream },
  { onOver, payBy }: { onOver: () => void; payBy: PayStream },
): Response {
  const { stream } = upstream
  const frames = stream.isBytes ? bytesShaper : attempt.passage.createShaper(call, attempt, stream.meter)
  const screen = operationOf(call.target).isText ? call.screen : null
  const seen: StreamShaper = screen ? createScreenShaper(frames, screen, call.onWord) : frames
  const shaper = call.target.isArrayStream ? createArrayShaper(seen) : seen
  const payment = payBy(dependencies, call, attempt, { stream, shaper })
  const body = pumpStream(
    dependencies,
    call,
    attempt,
    { stream, shaper },
    {
      onProgress: payment.onProgress,
      onEnd: async (ending) => {
        try {
          return await payment.onEnd(ending)
        } finally {
          onOver()
        }
      },
    },
  )
  return new Response(body, {
    status: upstream.response.status,
    headers: (stream.isBytes ? answerHeaders : streamHeaders)(
      upstream.response,
      call,
      attempt,
      dependencies.clock.now(),
    ),
  })
}

/** The money of a stream, from its begin to its end. */
export type PayStream = (
  dependencies: RelayDependencies,
  call: AdmittedCall,
  attempt: SentAttempt,
  streams: { stream: OpenedStream; shaper: StreamShaper },
) => StreamHooks

/** Checkpoints while the stream runs, and one settlement at its end. */
export const payAsItRuns: PayStream = (dependencies, call, attempt, { stream, shaper }) => ({
  onProgress: createProgress(dependencies, call, attempt, stream),
  onEnd: (ending) => settleStream(dependencies, call, attempt, { stream, shaper, ending }),
})

/** Keeps the crash checkpoint at most a second or 256 tokens behind, and the reservation ahead of the charge. */
function createProgress(
  { clock, state }: RelayDependencies,
  call: AdmittedCall,
  attempt: SentAttempt,
  stream: OpenedStream,
) {
  let checkedAt = clock.monotonic()
  let checkedTokens = 0

  return (): GatewayError | null | Promise<GatewayError | null> => {
    const text = stream.counter.tokens()
    const sound = stream.soundTokens?.() ?? 0
    const tokens = text + sound
    if (tokens === checkedTokens) return null
    const now = clock.monotonic()
    if (tokens - checkedTokens < checkpointTokens && now - checkedAt < checkpointMs) return null
    checkedAt = now
    checkedTokens = tokens
    if (call.reservation.isLost) return new GatewayError('reservation_lost')
    const metered = meterSoFar(call, text, sound)
    const row = buildChargedRow(clock, call, attempt, resultOf(stream, metered, 'recovered'))
    call.reservation.checkpoint(metered.charge.quota, row, attempt.channel.id)
    return metered.charge.quota > call.reservation.amount ? extend(call, metered.charge.quota, state) : null
  }
}

/**
 * Extends the hold to `charge` and another step. Where limits or money leave less, the stream goes on with what they
 * leave, until its charge exceeds that.
 */
async function extend(
  call: AdmittedCall,
  charge: Quota,
  state: RelayDependencies['state'],
): Promise<GatewayError | null> {
  const { options } = state.current()
  const { reservation, limits } = call
  const step = meterSoFar(call, options.PreConsumedQuota).charge.quota
  const missing = quota(charge - reservation.amount)
  let extra = quota(missing + step)
  if (await limits.extend(extra)) {
    extra = missing
    const refusal = await limits.extend(extra)
    if (refusal) return refusal
  }
  for (;;) {
    const result = await reservation.extend(extra)
    if (result === 'held') return null
    if (result === 'lost') return new GatewayError('reservation_lost')
    if (result.available < missing || result.available >= extra) {
      const available = quota(reservation.amount + Math.max(0, result.available))
      return shortageError({ reason: result.reason, available, needed: charge }, options)
    }
    extra = result.available
  }
}

const resultOf = (stream: OpenedStream, metered: Metered, end: StreamEnding['end']): ChargedResult => ({
  ...metered,
  end,
  firstFrameMs: stream.isBytes ? null : stream.firstFrameMs,
})

/** Settles a stream that ended and writes its row; then sends the frames that close it for the client. */
async function settleStream(
  { clock, ledger, tokenCounter, log }: RelayDependencies,
  call: AdmittedCall,
  attempt: SentAttempt,
  { stream, shaper, ending: ended }: { stream: OpenedStream; shaper: StreamShaper; ending: StreamEnding },
): Promise<Uint8Array | null> {
  const isEmpty = ended.end === 'complete' && (!stream.hasAnswer() || stream.meter.isEmpty?.() === true)
  let ending = isEmpty ? emptyEnding() : await preparedEnding(shaper, ended)
  const failure = () => (stream.isBytes ? null : shaper.fail(errorFrame(call, attempt, ending)))
  const hasContent = stream.meter.hasContent()
  const isTheirEnd =
    ending.end === 'complete' || (ending.end === 'client_gone' && (hasContent || !(await wasCutHere(call))))
  if (ending.end === 'upstream_cut' || ending.end === 'upstream_error' || isEmpty) attempt.visit.broke()
  const isUncharged = !isTheirEnd && !hasContent
  if (isUncharged) {
    const error = ending.error ?? new GatewayError('upstream_stream_cut')
    const failed = { caller: call.caller, model: call.request.model, group: call.group, isStream: true }
    call.trail.error = error
    await call.reservation.release(buildErrorRow(clock, call, failed, error))
    return failure()
  }
  const metered = await meter(call, ending.end, {
    reported: attempt.provider.reportsDummyUsage ? null : stream.meter.usage(),
    upstreamModel: attempt.upstreamModel,
    countInput: () => tokenCounter.countPrompt(countableOf(call, attempt), call.request.model, promptSizeOf(call)),
    countOutput: () => deliveredTokens(stream.counter, shaper),
    made: stream.meter.made?.(),
    soundTokens: stream.soundTokens?.(),
    hasContent,
  })
  attempt.visit.ended(outputTotal(metered.usage))
  const settled = await settleCall(clock, call, attempt, resultOf(stream, metered, ending.end))
  // The lost hold is the reason where nothing else ended the stream, or where the database could not be asked for more.
  if (settled === 'lost' && (ending.end === 'complete' || ending.error?.code === 'storage_unavailable'))
    ending = { ...ending, end: 'limit', error: new GatewayError('reservation_lost') }
  call.trail.error = ending.error
  if (ending.error) log.info({ requestId: call.id, end: ending.end, code: ending.error.code }, 'stream ended early')
  if (ending.error && ending.end !== 'client_gone') {
    const failed = {
      caller: call.caller,
      model: call.request.model,
      group: call.group,
      isStream: true,
      isCharged: settled === 'settled',
    }
    ledger.record(buildErrorRow(clock, call, failed, ending.error))
  }
  if (ending.end !== 'complete') return failure()
  return shaper.close({ endFrame: ending.endFrame, usage: metered.usage })
}

/** The ending of a stream whose last frames can be written; a failed one where they are too large. */
async function preparedEnding(shaper: StreamShaper, ended: StreamEnding): Promise<StreamEnding> {
  if (ended.end !== 'complete') return ended
  try {
    await shaper.prepareClose?.()
    return ended
  } catch (cause) {
    return endingOf(cause)
  }
}

/** The stream was opened before its content arrived, and nothing arrived. */
const emptyEnding = (): StreamEnding => ({
  end: 'upstream_error',
  error: new GatewayError('upstream_empty_response'),
  upstreamError: null,
  endFrame: null,
})

/** The frames that end a broken stream. */
export function errorFrame(call: AdmittedCall, attempt: SentAttempt, ending: StreamEnding): string {
  if (ending.end === 'client_gone') return ''
  const error = ending.error ?? new GatewayError('upstream_stream_cut')
  const refusal = ending.upstreamError
    ? failureRefusal(failureOf(attempt, error, ending.upstreamError), call, true)
    : ownRefusal(error, call)
  return call.format.buildErrorFrame({ ...refusal, requestId: call.id }, answerHeadOf(call))
}

/** The upstream's error in the middle of its answer. */
function failureOf(attempt: SentAttempt, error: GatewayError, wire: unknown): AttemptFailure {
  const meant = withMeaning(attempt.provider, attempt.format.errorObjectOf(wire))
  const upstream = cleanError(meant, [attempt.key])
  const status = statusOfError(upstream) ?? error.status
  const isTranslated = !attempt.passage.isSameFormat
  return publicFailure({ ...unansweredFailure(error), status, upstream, isTranslated })
}
