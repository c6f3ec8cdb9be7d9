import { autoGroup } from '@sluice/contract/group'
import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { answerFault } from '../../core/chat/answer-fault.ts'
import { GatewayError } from '../../core/errors.ts'
import { prepareTexts } from '../../core/json/prepare-json.ts'
import { readJsonInSteps } from '../../core/json/read-json-in-steps.ts'
import { mapStatusCode } from '../../core/routing/map-status-code.ts'
import { mayBeDone } from '../../core/routing/should-try-another.ts'
import { createDeadline } from '../../platform/deadline.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { type CallUpstream, mayHaveArrived } from '../../platform/outbound/call-upstream.ts'
import { readAnswer, readErrorText } from '../../platform/outbound/read-answer.ts'
import { asEventStream } from '../../protocols/as-event-stream.ts'
import { secretsOf } from '../../providers/key-form.ts'
import { signed } from '../../providers/signing.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { finishFor, isLarge } from '../call/large-body.ts'
import { mapRateLimitHeaders, parseLimitsLeft, parseRetryAfter } from '../call/rate-limit-headers.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { isOwner } from '../call/state-owner.ts'
import {
  type AttemptFailure,
  addressSecrets,
  answeredFailure,
  cleanError,
  statusOfError,
  unansweredFailure,
} from '../call/upstream-error.ts'
import { loggedUpstreamId } from '../call/upstream-id.ts'
import { assembleStream } from '../formats/assemble-stream.ts'
import { readRefusal, withMeaning } from '../formats/read-refusal.ts'
import type { Amendments } from '../passage/amendments.ts'
import { isEmptyAnswer } from '../passage/is-empty-answer.ts'
import { isForeignAnswer, startsAsObject } from '../passage/is-foreign-answer.ts'
import { operationOf } from '../passage/operations.ts'
import type { Attempt, PlainAnswer, SentAttempt, Way } from '../passage/passage.ts'
import type { RouteChoice } from '../routing/route.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'
import { beginRecord, noteAnswered, noteDuration, noteFailed } from './attempt-record.ts'
import { attemptToken, refusalOfToken } from './attempt-token.ts'
import { buildUpstreamRequest, findAddress } from './build-upstream-request.ts'
import { isSound, openBytes } from './open-bytes.ts'
import { openStream, type UpstreamHandle } from './open-stream.ts'
import type { TokenCache } from './token-cache.ts'
import { uploadMedia } from './upload-media.ts'

export interface AttemptTools {
  dependencies: RelayDependencies
  callUpstream: CallUpstream
  tokens: TokenCache
  amendments: Amendments
  /** This server's name, to recognise calls that return to it. */
  hopId: string
}

const errorBodyMax = 65_536

/** One upstream call, up to the first byte for the client. Never throws for the upstream's faults. */
export async function attemptCall(
  tools: AttemptTools,
  call: AdmittedCall,
  choice: RouteChoice,
  way: Way,
): Promise<AttemptOutcome> {
  const { clock } = tools.dependencies
  // Only attempts that were made are listed: the charge depends on whether an upstream was called.
  if (call.abort.reason) throw call.abort.reason
  const attempt = beginAttempt(tools, call, choice, way)
  const { record } = attempt
  let outcome: AttemptOutcome
  try {
    outcome = asTranslated(await tryUpstream(tools, call, attempt))
  } catch (cause) {
    if (call.abort.reason) throw call.abort.reason
    const failure = failureOf(attempt, cause)
    // A task that may have been created is made once, whatever becomes of its queries.
    const isFinal = call.abort.outlivesClient && mayHaveArrived(failure.error)
    outcome = { kind: 'failed', attempt, failure, ...(isFinal && { isFinal }) }
  } finally {
    noteDuration(clock, call, record)
  }
  if (outcome.kind === 'failed') {
    // The first upstream may still answer and charge: a second attempt would be paid to two providers.
    if (call.request.isBackground && mayStillAnswer(outcome.failure)) outcome.isFinal = true
    noteFailed(record, outcome.failure.status, outcome.failure)
    attempt.trace?.fail({ ...outcome.failure, cause: record.cause })
  } else noteAnswered(record, outcome.response.status)
  return outcome
}

const mayStillAnswer = ({ status, error }: AttemptFailure): boolean =>
  status === null ? mayHaveArrived(error) : mayBeDone(status)

/** The next attempt of a call, added to its records. */
function beginAttempt(
  { dependencies: { clock }, amendments }: AttemptTools,
  call: AdmittedCall,
  choice: RouteChoice,
  way: Way,
): Attempt {
  const { key, visit } = choice
  const record = beginRecord(clock, call, choice, call.caller.tokenGroup === autoGroup ? call.group : undefined)
  return {
    ...way,
    key,
    hidesUsage: way.passage.hidesUsage(call, way, amendments.withoutStreamUsage),
    ownStateFrom: ownStateFromOf(call, way.channel.id, key),
    record,
    trace: call.trace?.beginAttempt({ ...way, record }, call.target.operation) ?? null,
    visit,
  }
}

/**
 * Index of the first message whose state belongs to this account. With an unknown owner, the first account tried
 * counts.
 */
function ownStateFromOf({ stateOwner }: AdmittedCall, channelId: number, key: string): number {
  stateOwner.known ??= { channelId, key, from: 0 }
  return isOwner(stateOwner.known, channelId, key) ? stateOwner.known.from : Number.POSITIVE_INFINITY
}

/** The outcome, with the mark of a failure whose error is in another format than the client's. */
function asTranslated(outcome: AttemptOutcome): AttemptOutcome {
  if (outcome.kind !== 'failed' || outcome.attempt.passage.isSameFormat) return outcome
  return { ...outcome, failure: { ...outcome.failure, isTranslated: true } }
}

/** Throws errors that are not failures of the upstream. */
function failureOf(attempt: Attempt, cause: unknown): AttemptFailure {
  if (cause instanceof GatewayError) return unansweredFailure(cause)
  const refusal = refusalOfToken(cause)
  if (!refusal) throw cause
  const status = mapStatusCode(refusal.status, attempt.channel.statusCodeMapping)
  return answeredFailure(status, refusal.error, { retryAfterSeconds: null, limitHeaders: {} }, hiddenIn(attempt))
}

/** What no message of the upstream may say to a caller: keys, and the address of the channel. */
const hiddenIn = ({ key, token, channel }: Pick<Attempt, 'key' | 'token' | 'channel'>): readonly string[] => [
  ...secretsOf(key, token),
  ...addressSecrets(channel.baseUrl),
]

async function tryUpstream(tools: AttemptTools, call: AdmittedCall, attempt: Attempt): Promise<AttemptOutcome> {
  const { config, clock } = tools.dependencies
  const upstream = call.abort.attempt()
  const firstByte = createDeadline(clock, () => upstream.fail(new GatewayError('upstream_timeout')))
  if (call.request.isStream) firstByte.set(config.FIRST_BYTE_TIMEOUT * 1_000)
  try {
    const { provider, key } = attempt
    const found = attemptToken(tools, attempt, upstream.signal)
    const token = found instanceof Promise ? await found : found
    const keyed = token === undefined ? attempt : { ...attempt, token }
    const uploaded = provider.uploads ? await uploadMedia(tools, call, keyed, upstream.signal) : null
    if (uploaded?.kind === 'refused') return await refused(tools, call, keyed, uploaded.response)
    if (uploaded?.kind === 'failed') return failedWith(attempt, uploaded.error)
    const ready = uploaded ? { ...keyed, uploads: uploaded.ids } : keyed
    const url = findAddress(call, ready)
    const ahead = ready.passage.readAhead(call, ready)
    if (ahead) await ahead
    const sending = { ...ready, sent: ready.passage.prepare(call, ready) }
    const { bytes } = sending.sent
    const body = bytes instanceof Promise ? await bytes : bytes
    const { signal } = upstream
    const request = buildUpstreamRequest(call, sending, { url, body, hopId: tools.hopId, signal })
    const signing = signed(provider, request, { key, now: clock.now })
    const signedRequest = signing instanceof Promise ? await signing : signing
    if (ready.passage.outlivesClient?.(ready)) call.abort.outliveClient()
    const answer = await tools.callUpstream(signedRequest)
    return await readResponse(tools, call, sending, { answer, upstream })
  } finally {
    firstByte.clear()
  }
}

/** The answer of an attempt whose request was sent, up to its end or its first frame. */
async function readResponse(
  tools: AttemptTools,
  call: AdmittedCall,
  attempt: SentAttempt,
  { answer, upstream }: { answer: Response; upstream: UpstreamHandle },
): Promise<AttemptOutcome> {
  const { dependencies } = tools
  const { config, clock } = dependencies
  const { passage } = attempt
  const limits = parseLimitsLeft(attempt.format.id, answer.headers, clock.now())
  if (limits) attempt.visit.limits(limits)
  const upstreamId = loggedUpstreamId(answer.headers, attempt.key)
  if (upstreamId !== null) attempt.record.upstream_id = upstreamId
  const reframed = asEventStream(answer, config.MAX_EVENT_MB * 1_048_576, finishInTurns)
  const response = reframed instanceof Promise ? await reframed : reframed
  if (response.status < 200 || response.status > 299) return await refused(tools, call, attempt, response)
  const isUnasked = !call.request.isStream && operationOf(call.target).isChat
  if (isEventStream(response) && !isUnasked) {
    const stream = await openStream(dependencies, call, attempt, response, upstream)
    if (stream.error === null || stream.error === undefined) return { kind: 'stream', attempt, response, stream }
    return withNewToken(tools, call, failedWith(attempt, stream.error))
  }
  if (passage.passesSound(call) && isSound(response)) {
    const stream = await openBytes(dependencies, call, response, upstream)
    return { kind: 'stream', attempt, response, stream }
  }
  const { signal } = upstream
  const body = await readAnswer(
    response,
    config.MAX_RESPONSE_MB * 1_048_576,
    () => call.abort.reason ?? reasonOfSignal(signal),
  )
  if (isEventStream(response)) return assembled(call, attempt, response, body)
  const whole = passage.complete ? await passage.complete(tools, call, attempt, { body, signal }) : body
  const read = isLarge(whole) ? await readLarge(call, attempt, whole) : undefined
  const outcome = plainOutcome(call, attempt, response, { body: whole, read })
  if (outcome.kind === 'plain') return passage.finish ? await passage.finish(tools, call, outcome, signal) : outcome
  return withNewToken(tools, call, outcome)
}

/** The events of an upstream that streams without being asked, as one answer. */
async function assembled(
  call: AdmittedCall,
  attempt: SentAttempt,
  response: Response,
  events: Uint8Array,
): Promise<AttemptOutcome> {
  const { status, headers } = response
  const answered = new Response(null, {
    status,
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
  })
  const { format, body } = await finishFor(call, assembleStream(call, attempt.format, events))
  const whole = { ...attempt, format }
  const read = isLarge(body) ? await readLarge(call, whole, body) : undefined
  return plainOutcome(call, whole, answered, { body, read })
}

/** The outcome, or that of a renewed token if the current one is refused: some hosts refuse it under status 200. */
function withNewToken(
  tools: AttemptTools,
  call: AdmittedCall,
  outcome: AttemptOutcome,
): AttemptOutcome | Promise<AttemptOutcome> {
  if (outcome.kind !== 'failed' || outcome.failure.status !== 401) return outcome
  const renewed = tools.amendments.renewToken(outcome.attempt)
  return renewed ? tryUpstream(tools, call, renewed) : outcome
}

const reasonOfSignal = (signal: AbortSignal) => (signal.reason instanceof GatewayError ? signal.reason : null)

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false

async function refused(
  tools: AttemptTools,
  call: AdmittedCall,
  attempt: Attempt,
  response: Response,
): Promise<AttemptOutcome> {
  const text = await readErrorText(response, errorBodyMax)
  const amended = await tools.amendments.amend(call, attempt, { status: response.status, text })
  if (amended) {
    const outcome = await tryUpstream(tools, call, amended.attempt)
    if (outcome.kind !== 'failed') amended.proven()
    return outcome
  }
  // A redirect is not followed: it would send the key elsewhere.
  const answered = response.status < 400 ? 502 : response.status
  const status = mapStatusCode(answered, attempt.channel.statusCodeMapping)
  const now = tools.dependencies.clock.now()
  const failure = answeredFailure(
    status,
    readRefusal(attempt, response, text),
    {
      retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after'), now),
      limitHeaders: mapRateLimitHeaders(attempt.format.id, call.format.id, response.headers, now),
    },
    hiddenIn(attempt),
  )
  return { kind: 'failed', attempt, failure }
}

/** The most strings, names, arrays and objects of an answer that is translated: 50 ms of work at once. */
const rewrittenMax = 500_000

/** The object of a large answer, read between other work; null if it is none, undefined for sound and plain text. */
async function readLarge(
  call: AdmittedCall,
  attempt: SentAttempt,
  body: Uint8Array,
): Promise<JsonRecord | null | undefined> {
  const { format, passage } = attempt
  if (!startsAsObject(body)) return undefined
  const isExact = call.screen !== null || passage.rewritesAnswer(call, attempt)
  try {
    const isPassed = passage.isSameFormat && !isExact
    const settings = {
      ...(!isExact && { read: JSON.parse }),
      ...(!isPassed && { valuesMax: rewrittenMax }),
    }
    const value = await finishFor(call, readJsonInSteps(body, stepMax, settings))
    if (!isRecord(value)) return null
    await finishFor(call, prepareTexts(format.valuesInAnswer?.(value) ?? [], stepMax))
    return value
  } catch (cause) {
    if (cause instanceof SyntaxError) return null
    throw cause instanceof RangeError ? new GatewayError('upstream_response_too_large', {}, { cause }) : cause
  }
}

function plainOutcome(
  call: AdmittedCall,
  attempt: SentAttempt,
  response: Response,
  { body, read }: Pick<PlainAnswer, 'body' | 'read'>,
): AttemptOutcome {
  const answer = attempt.format.readAnswer(body, read)
  if (!answer) {
    const detail = 'the answer is not a JSON object'
    return failedBy(attempt, new GatewayError('upstream_invalid_response', {}, { detail }))
  }
  if (answer.error !== null && answer.error !== undefined) return failedWith(attempt, answer.error)
  const isPassed = attempt.passage.isSameFormat && !call.request.isStream
  if (operationOf(call.target).isChat && !isPassed && answer.hasFault?.()) return failedWith(attempt, answerFault)
  // Only a client of the same format can fetch what its upstream goes on with.
  const isFetchedLater = answer.isRunning && attempt.passage.isSameFormat
  if (!isFetchedLater && isEmptyAnswer(call, body, answer, read))
    return failedBy(attempt, new GatewayError('upstream_empty_response'))
  if (!isFetchedLater && isForeignAnswer({ target: call.target, passage: attempt.passage, body, answer })) {
    const detail = `no answer in the format ${attempt.format.id}: the type of the channel may be wrong`
    return failedBy(attempt, new GatewayError('upstream_invalid_response', {}, { detail }))
  }
  return { kind: 'plain', attempt, response, body, answer, read }
}

/** An answer under status 200 that is no use, as the gateway's own error. */
function failedBy(attempt: Attempt, error: GatewayError): AttemptOutcome {
  return { kind: 'failed', attempt, failure: { ...unansweredFailure(error), status: error.status } }
}

/** An error under status 200: the status of its code, else 502. */
function failedWith(attempt: Attempt, wire: unknown): AttemptOutcome {
  const reported = withMeaning(attempt.provider, attempt.format.errorObjectOf(wire))
  const upstream = cleanError(reported, hiddenIn(attempt))
  const real = statusOfError(upstream) ?? 502
  const status = mapStatusCode(real, attempt.channel.statusCodeMapping)
  const error = new GatewayError('bad_response_status_code', { status }, { detail: upstream.message })
  return {
    kind: 'failed',
    attempt,
    failure: { status, error, upstream, retryAfterSeconds: null, limitHeaders: {} },
  }
}
