import { answerFault } from '../../core/chat/answer-fault.ts'
import { GatewayError } from '../../core/errors.ts'
import type { MediaWire } from '../../core/media.ts'
import { mapStatusCode } from '../../core/routing/map-status-code.ts'
import { createDeadline } from '../../platform/deadline.ts'
import type { CallUpstream } from '../../platform/outbound/call-upstream.ts'
import { readAnswer, readErrorText } from '../../platform/outbound/read-answer.ts'
import { asEventStream } from '../../protocols/as-event-stream.ts'
import { secretsOf } from '../../providers/key-form.ts'
import { signed } from '../../providers/signing.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { mapRateLimitHeaders, parseLimitsLeft, parseRetryAfter } from '../call/rate-limit-headers.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { messageCountOf } from '../call/state-owner.ts'
import {
  type AttemptFailure,
  answeredFailure,
  cleanError,
  statusOfError,
  unansweredFailure,
} from '../call/upstream-error.ts'
import { assembleStream } from '../formats/assemble-stream.ts'
import { upstreamFormatById } from '../formats/index.ts'
import { readRefusal, withMeaning } from '../formats/read-refusal.ts'
import { formatPlace } from '../formats/upstream-format.ts'
import type { RouteChoice } from '../routing/route.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'
import { noteAnswered, noteDuration, noteFailed } from './attempt-record.ts'
import { attemptToken, dropToken, refusalOfToken } from './attempt-token.ts'
import { buildAttempt, hidesUsageIn } from './build-attempt.ts'
import { buildUpstreamRequest } from './build-upstream-request.ts'
import { finishMedia } from './finish-media.ts'
import { followTask } from './follow-task.ts'
import { isEmptyAnswer } from './is-empty-answer.ts'
import { isSound, openBytes } from './open-bytes.ts'
import { openStream } from './open-stream.ts'
import { prepareBody } from './prepare-body.ts'
import type { TokenCache } from './token-cache.ts'
import { uploadMedia } from './upload-media.ts'

export interface AttemptTools {
  dependencies: RelayDependencies
  callUpstream: CallUpstream
  tokens: TokenCache
  /** Channels that refused the hidden usage request. */
  withoutStreamUsage: Set<number>
  /** Channels without the second format of their provider. */
  withoutFormat: Set<string>
  /** This server's name, to recognise calls that return to it. */
  hopId: string
}

const jsonType = { 'content-type': 'application/json' }
const errorBodyMax = 65_536

/** One upstream call, up to the first byte for the client. Never throws for the upstream's faults. */
export async function attemptCall(
  tools: AttemptTools,
  call: AdmittedCall,
  choice: RouteChoice,
): Promise<AttemptOutcome> {
  const { clock } = tools.dependencies
  const { withoutStreamUsage, withoutFormat } = tools
  // Only attempts that were made are listed: the charge depends on whether an upstream was called.
  if (call.abort.reason) throw call.abort.reason
  const attempt = buildAttempt({ clock, withoutStreamUsage, withoutFormat }, call, choice)
  const { record } = attempt
  let outcome: AttemptOutcome
  try {
    outcome = asTranslated(call, await tryUpstream(tools, call, attempt))
  } catch (cause) {
    if (call.abort.reason) throw call.abort.reason
    outcome = { kind: 'failed', attempt, failure: failureOf(attempt, cause) }
  } finally {
    noteDuration(clock, call, record)
  }
  if (outcome.kind === 'failed') {
    noteFailed(record, outcome.failure.status, outcome.failure)
    attempt.trace?.fail({ ...outcome.failure, cause: record.cause })
  } else noteAnswered(record, outcome.response.status)
  return outcome
}

/** The outcome, with the mark of a failure whose error is in another format than the client's. */
function asTranslated(call: AdmittedCall, outcome: AttemptOutcome): AttemptOutcome {
  if (outcome.kind !== 'failed' || outcome.attempt.format === call.format) return outcome
  return { ...outcome, failure: { ...outcome.failure, isTranslated: true } }
}

/** Throws errors that are not failures of the upstream. */
function failureOf({ channel, key }: Attempt, cause: unknown): AttemptFailure {
  if (cause instanceof GatewayError) return unansweredFailure(cause)
  const refusal = refusalOfToken(cause)
  if (!refusal) throw cause
  const status = mapStatusCode(refusal.status, channel.statusCodeMapping)
  return answeredFailure(status, refusal.error, { retryAfterSeconds: null, limitHeaders: {} }, secretsOf(key))
}

async function tryUpstream(tools: AttemptTools, call: AdmittedCall, attempt: Attempt): Promise<AttemptOutcome> {
  const { config, clock } = tools.dependencies
  const upstream = call.abort.attempt()
  const firstByte = createDeadline(clock, () => upstream.fail(new GatewayError('upstream_timeout')))
  if (call.request.isStream) firstByte.set(config.FIRST_BYTE_TIMEOUT * 1_000)
  try {
    const { provider, key } = attempt
    const found = attemptToken(tools, attempt, upstream.signal)
    const token = found instanceof Promise ? await found : found
    const uploaded = uploadsIn(call, attempt)
      ? await uploadMedia(tools, call, { ...attempt, token }, upstream.signal)
      : null
    if (uploaded?.kind === 'refused') return await refused(tools, call, { ...attempt, token }, uploaded.response)
    if (uploaded?.kind === 'failed') return failedWith(attempt, uploaded.error)
    const ready = uploaded ? { ...attempt, uploads: uploaded.ids } : attempt
    const request = {
      ...buildUpstreamRequest(call, ready, tools.hopId, token),
      signal: upstream.signal,
      isLastMessage: provider.isLastMessage,
    }
    const sent = signed(provider, request, { key, now: clock.now })
    const answer = await tools.callUpstream(sent instanceof Promise ? await sent : sent)
    const limits = parseLimitsLeft(attempt.format.id, answer.headers, clock.now())
    if (limits) attempt.visit.limits(limits)
    const response = asEventStream(answer, config.MAX_EVENT_MB * 1_048_576)
    if (response.status < 200 || response.status > 299)
      return await refused(tools, call, { ...attempt, token }, response)
    const isUnasked = !call.request.isStream && call.target.operation === 'chat'
    if (isEventStream(response) && !isUnasked) {
      const stream = await openStream(tools.dependencies, call, attempt, response, upstream)
      if (stream.error !== null && stream.error !== undefined)
        return withNewToken(tools, call, { ...attempt, token }, failedWith(attempt, stream.error))
      return { kind: 'stream', attempt, response, stream }
    }
    // Events for the client are built from the complete audio.
    const isTranslated = attempt.format.media !== undefined && call.request.isStream
    if (isSound(call, response) && !isTranslated) {
      const stream = await openBytes(tools.dependencies, call, response, upstream)
      return { kind: 'stream', attempt, response, stream }
    }
    const reasonOf = () => call.abort.reason ?? reasonOfSignal(upstream.signal)
    const body = await readAnswer(response, config.MAX_RESPONSE_MB * 1_048_576, reasonOf)
    if (!isEventStream(response)) {
      const { media } = attempt.format
      const whole = media?.taskPathOf
        ? await followTask(tools, call, { ...attempt, token }, { wire: media, body, signal: upstream.signal })
        : body
      const outcome = plainOutcome(call, attempt, { response, body: whole })
      if (media && outcome.kind === 'plain')
        return await inClientForm(tools, call, outcome, { media, signal: upstream.signal })
      return withNewToken(tools, call, { ...attempt, token }, outcome)
    }
    const { status, headers } = response
    const answered = new Response(null, { status, headers: { ...Object.fromEntries(headers), ...jsonType } })
    const assembled = assembleStream(call, attempt, body)
    const inFormat = { ...attempt, format: assembled.format }
    return plainOutcome(call, inFormat, { response: answered, body: assembled.body })
  } finally {
    firstByte.clear()
  }
}

/** The outcome of a call in a wire of media, in the client's own format. */
async function inClientForm(
  { dependencies }: AttemptTools,
  call: AdmittedCall,
  outcome: Extract<AttemptOutcome, { kind: 'plain' }>,
  { media, signal }: { media: MediaWire; signal: AbortSignal },
): Promise<AttemptOutcome> {
  const { answer, attempt, response } = outcome
  const { body, contentType } = await finishMedia(dependencies, call, media, { ...outcome, signal })
  const { status, headers } = response
  const answered = new Response(null, {
    status,
    headers: { ...Object.fromEntries(headers), 'content-type': contentType },
  })
  return { kind: 'plain', attempt: { ...attempt, format: call.format }, response: answered, body, answer }
}

/** The outcome, or that of a renewed token if the current one is refused: some hosts refuse it under status 200. */
function withNewToken(
  tools: AttemptTools,
  call: AdmittedCall,
  attempt: Attempt,
  outcome: AttemptOutcome,
): AttemptOutcome | Promise<AttemptOutcome> {
  const isRefused = outcome.kind === 'failed' && outcome.failure.status === 401
  if (!isRefused || attempt.isTokenRenewed === true || !dropToken(tools, attempt, attempt.token)) return outcome
  return tryUpstream(tools, call, { ...attempt, isTokenRenewed: true })
}

/** Whether media of the call may have to be uploaded first. */
const uploadsIn = ({ target }: AdmittedCall, { provider }: Attempt): boolean =>
  provider.uploads !== undefined && target.operation === 'chat'

const reasonOfSignal = (signal: AbortSignal) => (signal.reason instanceof GatewayError ? signal.reason : null)

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** Words of an error about a signed thought. */
const aboutState = /signature|thinking|thought|encrypted_content/i

/** The attempt without the conversation's opaque state, which belongs to another account; null if there was none. */
function withoutItsState(call: AdmittedCall, attempt: Attempt): Attempt | null {
  if (attempt.ownStateFrom === Number.POSITIVE_INFINITY) return null
  const stateless = { ...attempt, ownStateFrom: Number.POSITIVE_INFINITY }
  if (Buffer.compare(prepareBody(call, attempt), prepareBody(call, stateless)) === 0) return null
  const { channel, key } = attempt
  call.stateOwner.known = { channelId: channel.id, key, from: messageCountOf(call) }
  return stateless
}

/** The attempt in the provider's first format, if the channel's custom host lacks the second one's path; else null. */
function inFirstFormat(
  call: AdmittedCall,
  attempt: Attempt,
  { status, text }: { status: number; text: string },
  withoutStreamUsage: ReadonlySet<number>,
): Attempt | null {
  const { channel, provider, format } = attempt
  const isSecond = call.target.operation === 'chat' && format.id !== provider.format && provider.formatFor !== undefined
  const isUnknownPath = (status === 404 || status === 405) && format.parseError(text)?.code !== 'model_not_found'
  // OpenAI itself serves both, and a stored answer exists in only one format.
  if (!isSecond || !isUnknownPath || channel.baseUrl === null || call.request.storedBy !== undefined) return null
  const first = provider.format
  // A channel may be configured for the second format only.
  if (first !== 'own' && provider.formatFor?.(channel, first, attempt.upstreamModel) !== first) return null
  const known = first === call.format.id ? call.format : upstreamFormatById(provider, first)
  const hidesUsage = hidesUsageIn(call, { channel, provider, format: known }, withoutStreamUsage)
  return { ...attempt, format: known, hidesUsage }
}

async function refused(
  tools: AttemptTools,
  call: AdmittedCall,
  attempt: Attempt,
  response: Response,
): Promise<AttemptOutcome> {
  const text = await readErrorText(response, errorBodyMax)
  const isOurFault = attempt.hidesUsage && response.status === 400 && text.includes('stream_options')
  if (isOurFault) {
    tools.withoutStreamUsage.add(attempt.channel.id)
    return tryUpstream(tools, call, { ...attempt, hidesUsage: false })
  }
  const refusal = { status: response.status, text }
  const older = inFirstFormat(call, attempt, refusal, tools.withoutStreamUsage)
  if (older) {
    const outcome = await tryUpstream(tools, call, older)
    // If both formats are refused, the path is not the cause.
    if (outcome.kind !== 'failed') tools.withoutFormat.add(formatPlace(attempt.channel))
    return outcome
  }
  // A token may be revoked before its end; if its replacement is refused too, the key is at fault.
  const isRenewed =
    response.status === 401 && attempt.isTokenRenewed !== true && dropToken(tools, attempt, attempt.token)
  if (isRenewed) return tryUpstream(tools, call, { ...attempt, isTokenRenewed: true })
  const stateless = response.status === 400 && aboutState.test(text) ? withoutItsState(call, attempt) : null
  if (stateless) return tryUpstream(tools, call, stateless)
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
    secretsOf(attempt.key, attempt.token),
  )
  return { kind: 'failed', attempt, failure }
}

function plainOutcome(
  call: AdmittedCall,
  attempt: Attempt,
  { response, body }: { response: Response; body: Uint8Array },
): AttemptOutcome {
  const answer = attempt.format.readAnswer(body)
  if (!answer) {
    const error = new GatewayError('upstream_invalid_response', {}, { detail: 'the answer is not a JSON object' })
    return { kind: 'failed', attempt, failure: { ...unansweredFailure(error), status: error.status } }
  }
  if (answer.error !== null && answer.error !== undefined) return failedWith(attempt, answer.error)
  const isPassed = attempt.format === call.format && !call.request.isStream
  if (call.target.operation === 'chat' && !isPassed && answer.hasFault?.()) return failedWith(attempt, answerFault)
  if (isEmptyAnswer(call, body, answer)) {
    const error = new GatewayError('upstream_empty_response')
    return { kind: 'failed', attempt, failure: { ...unansweredFailure(error), status: error.status } }
  }
  return { kind: 'plain', attempt, response, body, answer }
}

/** An error under status 200: the status of its code, else 502. */
function failedWith(attempt: Attempt, wire: unknown): AttemptOutcome {
  const reported = withMeaning(attempt.provider, attempt.format.errorObjectOf(wire))
  const upstream = cleanError(reported, secretsOf(attempt.key))
  const real = statusOfError(upstream) ?? 502
  const status = mapStatusCode(real, attempt.channel.statusCodeMapping)
  const error = new GatewayError('bad_response_status_code', { status }, { detail: upstream.message })
  return {
    kind: 'failed',
    attempt,
    failure: { status, error, upstream, retryAfterSeconds: null, limitHeaders: {} },
  }
}
