import { GatewayError } from '../core/errors.ts'
import { markOfFailure } from '../core/routing/mark-of-failure.ts'
import { shouldTryAnother } from '../core/routing/should-try-another.ts'
import type { Clock } from '../platform/clock.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import { admit, hold } from './admit.ts'
import type { Affinity } from './affinity.ts'
import type { AnswerOwner, AnswerOwners } from './answer-owners.ts'
import { withAnswererPrice } from './answerer-price.ts'
import { type AttemptOutcome, type AttemptTools, attemptCall } from './attempt.ts'
import { type Authenticated, authenticate } from './authenticate.ts'
import { buildErrorResponse, failureErrorObject, ownErrorObject } from './build-client-error.ts'
import { buildChargedRow, buildErrorRow, type FailedCall } from './build-usage-row.ts'
import type { Caller } from './caller.ts'
import type { CallerDirectory } from './caller-directory.ts'
import type { ChannelFailure, ChannelHealth } from './channel-health.ts'
import { createDeadline } from './deadline.ts'
import { fetchRemoteMedia } from './fetch-media.ts'
import type { Inflight } from './inflight.ts'
import { hasReferences, type IssuedItems } from './issued-items.ts'
import { withRecording } from './known-use.ts'
import { meter } from './meter.ts'
import { authenticatePerson, readPlaygroundBody } from './playground.ts'
import { newNeutralCall } from './prepare-body.ts'
import { parseBody, readClientBody, scanBody } from './read-client-body.ts'
import type { AdmittedCall, Attempt, ClientBody, RelayCall } from './relay-call.ts'
import { respondPlain } from './respond-plain.ts'
import { respondStream } from './respond-stream.ts'
import { createRouter, noChannelError, type RouteChoice } from './route.ts'
import { checkPrompt } from './sensitive/check-prompt.ts'
import { screeningOf } from './sensitive/screen.ts'
import type { WordBook } from './sensitive/word-book.ts'
import { type AttemptFailure, operatorText, publicFailure, refusalOf } from './upstream-error.ts'

export interface RelayTools extends AttemptTools {
  directory: CallerDirectory
  health: ChannelHealth
  affinity: Affinity
  answerOwners: AnswerOwners
  issuedItems: IssuedItems
  inflight: Inflight
  words: WordBook
  /** Told of failures that may speak against the channel itself. */
  onChannelFailure: (attempt: Attempt, failure: AttemptFailure, call: AdmittedCall) => void
}

/**
 * One call from key to answer. Throws GatewayError for whatever ends it before it is admitted; afterwards every
 * end is answered, and its money settled or given back, here.
 */
export async function relayCall(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  liftServerTimeout: () => void,
): Promise<Response> {
  const { clock, config, ledger, log, state } = tools.dependencies
  const onGone = () => call.abort.abort(new GatewayError('client_closed_request'))
  request.signal.addEventListener('abort', onGone)
  const limit = createCallLimit(clock, call, liftServerTimeout)
  call.releases.push(() => {
    limit.clear()
    call.limits.end()
    request.signal.removeEventListener('abort', onGone)
  })
  let failed: FailedCall | null = null
  let isHandedOver = false
  try {
    const {
      caller,
      pinnedChannelId,
      body: sent,
    } = await enter(tools, call, request, (known) => {
      failed = { caller: known, model: null, group: null, isStream: false }
    })
    await turnAfterBody()
    if (call.abort.reason) throw call.abort.reason
    const expanded = withIssuedItems(tools, call, caller, sent)
    const { body, parsed: fields } = expanded instanceof Promise ? await expanded : expanded
    const read = call.format.readRequest(call.target, fields)
    const parsed = body.form ? withRecording(read) : read
    failed = { caller, model: parsed.model, group: null, isStream: parsed.isStream }
    const snapshot = state.current()
    const admission = admit(call, caller, pinnedChannelId !== null, parsed, snapshot)
    failed.group = admission.group
    const { group, routedModel, inputTokens } = admission
    const storing = storingAccount(tools, caller, parsed.previousResponseId)
    const required = storing instanceof Promise ? await storing : storing
    const owner = required ? { ...required, from: 0 } : tools.affinity.ownerOf({ ...admission, caller })
    const router = createRouter(
      {
        target: call.target,
        caller,
        pinnedChannelId,
        snapshot,
        request: parsed,
        group,
        routedModel,
        inputTokens,
      },
      {
        health: tools.health,
        random: tools.dependencies.random,
        now: clock.now(),
        preferred: owner,
        required,
      },
    )
    const onWord = (word: string) =>
      log.warn({ requestId: call.id, userId: caller.userId, tokenId: caller.tokenId, word }, 'sensitive word')
    const asked = screeningOf(tools.words, snapshot.options)
    const { prompt, answer: screen } = asked instanceof Promise ? await asked : asked
    const checking = prompt ? checkPrompt(parsed.body, prompt, onWord) : undefined
    if (checking) await checking
    const reservation = await hold(ledger, call, caller, parsed, admission, snapshot.options)
    const facts = {
      caller,
      pinnedChannelId,
      snapshot,
      body,
      request: parsed,
      reservation,
      screen,
      onWord,
      onItem: itemKeeper(tools, call, caller, fields),
    }
    const found = { neutral: newNeutralCall(), stateOwner: { known: owner } }
    const admitted: AdmittedCall = { ...call, ...admission, ...facts, ...found }
    if (parsed.isStream) {
      const seconds = config.STREAM_MAX_DURATION
      limit.set(seconds, () => new GatewayError('stream_limit_reached', { limit: `${seconds} seconds` }))
    } else limit.set(config.RELAY_TIMEOUT, () => new GatewayError('upstream_timeout'))
    const response = await serveAdmitted(tools, admitted, router, () => endCall(call))
    isHandedOver = response.isHandedOver
    if (response.response.status < 400) call.limits.succeeded()
    return response.response
  } catch (cause) {
    if (failed && !call.limits.isRepeated) recordRefusal(tools, call, failed, cause)
    throw cause
  } finally {
    if (!isHandedOver) endCall(call)
  }
}

/** The body with what it names of earlier translated answers; others have no such names. */
function withIssuedItems(
  { issuedItems }: RelayTools,
  { format, target }: RelayCall,
  { userId }: Caller,
  body: ClientBody,
): { body: ClientBody; parsed: Record<string, unknown> } | ReturnType<IssuedItems['expand']> {
  const parsed = parseBody(body)
  const mayName = format.id === 'responses' && target.operation === 'chat'
  return mayName && hasReferences(parsed) ? issuedItems.expand(userId, body, parsed) : { body, parsed }
}

/** Keeps items of a translated answer for the next turn, unless the client repeats them itself. */
const itemKeeper = (
  { issuedItems }: RelayTools,
  { format }: RelayCall,
  { userId }: Caller,
  { store }: Record<string, unknown>,
): AdmittedCall['onItem'] =>
  format.id === 'responses' && store !== false ? (item) => issuedItems.remember(userId, item) : undefined

/**
 * The account that stored the answer which a call goes on from; null = none is known. Throws GatewayError of the caller
 * where the answer was somebody else's: channels are shared, and the upstream would not know the difference.
 */
function storingAccount(
  { answerOwners }: RelayTools,
  { userId }: Caller,
  id: string | undefined,
): AnswerOwner | null | Promise<AnswerOwner | null> {
  if (id === undefined) return null
  const check = (owner: AnswerOwner | null) => {
    if (owner && owner.userId !== userId)
      throw new GatewayError('invalid_request', { reason: 'previous_response_id names no known response' })
    return owner
  }
  const owner = answerOwners.find(id)
  return owner instanceof Promise ? owner.then(check) : check(owner)
}

/** Who calls, within their limits, and the body. `onKnown` is told of them as soon as they are known. */
async function enter(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  onKnown: (caller: Caller) => void,
): Promise<Authenticated & { body: ClientBody }> {
  const { clock, db, state } = tools.dependencies
  const { options } = state.current()
  if (call.admitPerson === null) {
    const { caller, pinnedChannelId } = await authenticate(tools.directory, call, clock.now())
    onKnown(caller)
    call.releases.push(tools.inflight.enterUser(caller.userId))
    const limited = call.limits.enter(caller, options)
    if (limited) await limited
    return { caller, pinnedChannelId, body: await readClientBody(tools, call, request) }
  }
  const person = await authenticatePerson(db, call.admitPerson, request)
  onKnown(person.caller)
  call.releases.push(tools.inflight.enterUser(person.caller.userId))
  // The body names the group, whose limits are among those to be within.
  const { group, bytes } = readPlaygroundBody(parseBody(await readClientBody(tools, call, request)))
  const caller = person.chooseGroup(group)
  onKnown(caller)
  const limited = call.limits.enter(caller, options)
  if (limited) await limited
  return { caller, pinnedChannelId: null, body: scanBody(bytes) }
}

/**
 * The next turn of the event loop. The runtime closes a connection that brings a second request before the first is
 * answered, and reports that only after it has handed over the first one's body: within the same turn. Such a call must
 * not reach an upstream, whose answer could not be sent.
 */
const turnAfterBody = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Below the 75 s after which the server closes a quiet connection. */
const serverTimeoutNearMs = 50_000

/**
 * The time a whole call may take. The server's limit on quiet connections is lifted only for calls that live long
 * enough to meet it: lifting costs as much as a small call.
 */
function createCallLimit(clock: Clock, call: RelayCall, liftServerTimeout: () => void) {
  let left = 0
  let reasonOf = () => new GatewayError('upstream_timeout')
  const deadline = createDeadline(clock, () => {
    if (left <= 0) return call.abort.abort(reasonOf())
    liftServerTimeout()
    deadline.set(left)
    left = 0
  })
  return {
    clear: () => deadline.clear(),
    set(seconds: number, reasonAtEnd: () => GatewayError) {
      reasonOf = reasonAtEnd
      const ms = seconds * 1_000
      const first = Math.min(ms, serverTimeoutNearMs)
      left = ms - first
      deadline.set(first)
    },
  }
}

/** Gives places and memory back, last taken first. */
export function endCall(call: RelayCall): void {
  for (let release = call.releases.pop(); release; release = call.releases.pop()) release()
}

/** A call that ended before its money was held: an error row, no money. */
function recordRefusal(tools: RelayTools, call: RelayCall, failed: FailedCall, cause: unknown): void {
  const { clock, ledger } = tools.dependencies
  const error = gatewayErrorOf(cause)
  ledger.record(buildErrorRow(clock, call, failed, error))
}

interface Served {
  response: Response
  /** The stream ends the call later. */
  isHandedOver: boolean
}

async function serveAdmitted(
  tools: RelayTools,
  call: AdmittedCall,
  router: ReturnType<typeof createRouter>,
  onOver: () => void,
): Promise<Served> {
  let outcome: AttemptOutcome
  try {
    outcome = await tryChannels(tools, call, router)
    if (outcome.kind === 'stream') {
      await call.reservation.durable
      const { attempt, response, stream } = outcome
      const onEnd = () => {
        rememberAnswer(tools, call, attempt, stream.meter.answerId?.())
        onOver()
      }
      const priced = withAnswererPrice(call, attempt)
      const answer = respondStream(tools.dependencies, priced, attempt, { response, stream }, onEnd)
      return { response: answer, isHandedOver: true }
    }
    if (outcome.kind === 'plain') {
      const { attempt, response, body, answer } = outcome
      rememberAnswer(tools, call, attempt, answer.id)
      const priced = withAnswererPrice(call, attempt)
      const sent = await respondPlain(tools.dependencies, priced, attempt, { response, body, parsed: answer })
      return { response: sent, isHandedOver: false }
    }
  } catch (cause) {
    return { response: await failAdmitted(tools, call, cause), isHandedOver: false }
  }
  return { response: await refuseAdmitted(tools, call, outcome.failure), isHandedOver: false }
}

/** Attempts, one channel after the other, until one answers or none is left. */
async function tryChannels(
  tools: RelayTools,
  call: AdmittedCall,
  router: ReturnType<typeof createRouter>,
): Promise<AttemptOutcome> {
  const attemptsMax = call.pinnedChannelId === null ? 1 + call.snapshot.options.RetryTimes : 1
  let outcome: AttemptOutcome | null = null
  for (let made = 0; made < attemptsMax; made++) {
    const choice = router.next()
    if (!choice) break
    outcome = await attemptChoice(tools, call, choice)
    if (outcome.kind !== 'failed') {
      tools.health.succeeded(choice.channel.id)
      if (router.hasAlternatives) tools.affinity.remember(call, choice)
      return outcome
    }
    noteFailure(tools, call, outcome)
    if (!shouldTryAnother(outcome.failure.status)) break
  }
  if (!outcome) throw noChannelError(call.caller, { model: call.request.model, group: call.group })
  return outcome
}

/** An attempt that ends without an outcome has learned nothing of its channel. */
async function attemptChoice(
  tools: RelayTools,
  call: AdmittedCall,
  choice: RouteChoice,
): Promise<AttemptOutcome> {
  try {
    const fetching = fetchRemoteMedia(tools, call, choice.channel)
    if (fetching) await fetching
    return await attemptCall(tools, call, choice)
  } catch (cause) {
    tools.health.learnedNothing(choice.channel.id)
    throw cause
  }
}

/** An id that the client was given by the upstream itself may be gone on from. */
function rememberAnswer(
  { answerOwners }: RelayTools,
  call: AdmittedCall,
  { channel, key, format }: Attempt,
  id: string | null | undefined,
): void {
  if (format !== call.format) return
  answerOwners.remember(id, { channelId: channel.id, key, userId: call.caller.userId })
}

function noteFailure(
  tools: RelayTools,
  call: AdmittedCall,
  { attempt, failure }: Extract<AttemptOutcome, { kind: 'failed' }>,
): void {
  const { channel } = attempt
  const { health, dependencies } = tools
  const mark = markOfFailure(refusalOf(failure), failure.error)
  if (mark === 'channel') health.failed(channel.id, channelFailureOf(call, failure))
  else health.learnedNothing(channel.id)
  if (mark === 'key') health.keyRefused(channel.id, attempt.key)
  if (publicFailure(failure) !== failure) {
    const { status, upstream } = failure
    const told = { status, type: upstream?.type, code: upstream?.code, text: operatorText(failure) }
    dependencies.log.warn(
      { requestId: call.id, channelId: channel.id, ...told },
      'an upstream refuses the key of a channel',
    )
  }
  // A request that cannot be written for this upstream is no error of the channel.
  if (failure.status !== null || failure.error.owner !== 'caller')
    tools.onChannelFailure(attempt, failure, call)
}

function channelFailureOf(
  { caller }: AdmittedCall,
  { error, retryAfterSeconds }: AttemptFailure,
): ChannelFailure {
  return {
    // Nothing that was asked for keeps a host from being reached.
    userId: error.code === 'upstream_unreachable' ? null : caller.userId,
    retryAfterMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000,
  }
}

const failedOf = (call: AdmittedCall): FailedCall => ({
  caller: call.caller,
  model: call.request.model,
  group: call.group,
  isStream: call.request.isStream,
})

/** Every channel refused: nothing is charged, and the client gets the last upstream's word. */
async function refuseAdmitted(
  tools: RelayTools,
  call: AdmittedCall,
  failed: AttemptFailure,
): Promise<Response> {
  const { clock } = tools.dependencies
  const failure = publicFailure(failed)
  const object = failureErrorObject(failure, call)
  // What the client was told, not what the catalogue says of refusals in general.
  const told = {
    code: failure.error.code,
    status: failure.status ?? failure.error.status,
    message: failure.upstream?.message || failure.error.message,
    ...(failure.upstream?.message ? {} : { values: failure.error.values }),
  }
  await call.reservation.release(buildErrorRow(clock, call, failedOf(call), told))
  const { retryAfterSeconds, limitHeaders } = failure
  const status = failure.status ?? failure.error.status
  return buildErrorResponse(call, status, object, retryAfterSeconds, limitHeaders)
}

/** The call was ended from outside, or something broke: the hold is resolved, whatever it was. */
async function failAdmitted(tools: RelayTools, call: AdmittedCall, cause: unknown): Promise<Response> {
  const { clock, log } = tools.dependencies
  const error = gatewayErrorOf(cause)
  if (error.owner === 'gateway') log.error({ requestId: call.id, err: cause }, 'relay failed')
  const attempted = call.attempts.length > 0
  if (error.code === 'client_closed_request' && attempted) await settleAbandoned(tools, call)
  else await call.reservation.release(buildErrorRow(clock, call, failedOf(call), error))
  return buildErrorResponse(call, error.status, ownErrorObject(error, call), error.retryAfterSeconds)
}

/** The client left before any answer, but the upstream was at work: the input is charged. */
async function settleAbandoned(tools: RelayTools, call: AdmittedCall): Promise<void> {
  const { clock, tokenCounter } = tools.dependencies
  const channelId = call.attempts.at(-1)?.channel_id ?? 0
  const channel = call.snapshot.channels.get(channelId)
  const metered = await meter(call, 'client_gone', {
    reported: null,
    countInput: () => tokenCounter.countPrompt(call.countable, call.request.model),
    countOutput: () => 0,
  })
  const attempt = {
    channel: channel ?? { id: channelId, costPrices: null },
    upstreamModel: call.request.model,
  }
  const row = buildChargedRow(clock, call, attempt, { ...metered, end: 'client_gone', firstFrameMs: null })
  await call.reservation.settle(metered.charge.quota, row, channelId)
}
