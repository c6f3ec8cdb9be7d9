import { GatewayError } from '../core/errors.ts'
import { withHeaderChanges } from '../core/overrides/header-changes.ts'
import { causeOfFailure } from '../core/routing/failure-cause.ts'
import { markOfFailure } from '../core/routing/mark-of-failure.ts'
import { shouldTryAnother } from '../core/routing/should-try-another.ts'
import { providerOf } from '../providers/index.ts'
import { attemptErrorIn, errorFields } from '../relay/call/attempt-error.ts'
import { hopsFor, hopsHeader } from '../relay/call/hops.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { createCapacityFinder } from '../relay/routing/capacity-finder.ts'
import { mappedModel } from '../relay/routing/mapped-model.ts'
import type { RouteChoice } from '../relay/routing/route.ts'
import type { Visit } from '../relay/routing/visit.ts'
import { attemptToken, refusalOfToken } from '../relay/upstream/attempt-token.ts'
import { proxyOf } from '../relay/upstream/build-upstream-request.ts'
import { HandshakeRefused, type OpenSocket, type UpstreamSocket } from '../relay/upstream/open-socket.ts'
import { providerSettingsOf } from '../relay/upstream/provider-settings.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { AdmittedSession } from './admit-session.ts'
import type { RealtimeBridge } from './bridge.ts'
import { createLiveBridge } from './gemini-live/bridge.ts'

export interface UpstreamSession {
  socket: UpstreamSocket
  /** Another connection for the same session, for a bridge that continues it. Throws as the first one does. */
  reopen(): Promise<UpstreamSocket>
  channel: ChannelState
  key: string
  upstreamModel: string
  /** Null = the upstream speaks the client's events. */
  bridge: RealtimeBridge | null
  visit: Pick<Visit, 'keyRefused'>
}

/** Opens the session at one channel after another until one accepts. Throws GatewayError. */
export async function openUpstreamSession(
  tools: RelayTools,
  openSocket: OpenSocket,
  call: RelayCall,
  session: AdmittedSession,
): Promise<UpstreamSession> {
  const { caller, router, pinnedChannelId, snapshot } = session
  const attemptsMax = pinnedChannelId === null ? 1 + snapshot.options.RetryTimes : 1
  let failure: GatewayError = new GatewayError('upstream_unreachable')
  const { model, group, reservation } = session
  const needs = () => ({ tokens: snapshot.options.PreConsumedQuota, amount: reservation.amount })
  const finder = createCapacityFinder(() => router.next(), { limits: call.limits, model, group, needs })
  for (let made = 0; made < attemptsMax; made++) {
    const choice = await finder.next()
    if (!choice && made === 0) throw finder.refusal ?? failure
    if (!choice) break
    call.releases.push(() => choice.visit.ended())
    const opened = await attempt(tools, openSocket, call, session, choice)
    call.trail.attemptedAt = tools.dependencies.clock.monotonic()
    if (!(opened instanceof Attempted)) {
      tools.tally.attemptEnded(choice.channel.id, 'answered')
      return opened
    }
    failure = opened.error
    const refusal = { status: opened.status, type: '', code: '', message: '' }
    const mark = markOfFailure(refusal, failure)
    const cause = causeOfFailure(refusal, failure)
    tools.tally.attemptEnded(choice.channel.id, cause)
    if (mark === 'channel') choice.visit.failed({ userId: caller.userId, retryAfterMs: null, cause })
    else if (mark === 'key') choice.visit.keyRefused()
    else choice.visit.unmarked(cause)
    tools.health.noteError(choice.channel.id, attemptErrorIn(failure))
    if (call.abort.reason) throw call.abort.reason
    if (!shouldTryAnother(opened.status)) break
  }
  throw failure
}

/** An attempt that opened no session. */
class Attempted {
  readonly error: GatewayError
  /** Null = there was no answer. */
  readonly status: number | null
  constructor(error: GatewayError, status: number | null) {
    this.error = error
    this.status = status
  }
}

async function attempt(
  tools: RelayTools,
  openSocket: OpenSocket,
  call: RelayCall,
  session: AdmittedSession,
  { channel, key, why, visit }: RouteChoice,
): Promise<UpstreamSession | Attempted> {
  const { clock } = tools.dependencies
  const startedMs = Math.round(clock.monotonic() - call.startedMonotonic)
  let failed: Attempted | null = null
  try {
    const upstreamModel = mappedModel(channel, session.model)
    const open = async () => {
      const { signal } = call.abort.attempt()
      const place = { channel, key, upstreamModel, signal }
      const { request, bridge } = await requestFor(tools, call, session, place)
      return { socket: await openSocket({ ...request, signal }), bridge }
    }
    const { socket, bridge } = await open()
    visit.succeeded()
    const reopen = async () => (await open()).socket
    return { socket, reopen, channel, key, upstreamModel, bridge, visit }
  } catch (cause) {
    failed = failedAttempt(cause)
    return failed
  } finally {
    call.attempts.push({
      ...{ channel_id: channel.id, channel_name: channel.name, why, started_ms: startedMs },
      status: failed === null ? 101 : failed.status,
      ...errorFields(failed === null ? null : attemptErrorIn(failed.error)),
      duration_ms: Math.round(clock.monotonic() - call.startedMonotonic) - startedMs,
    })
  }
}

/** The attempt that failed with `cause`. Rethrows a fault of the gateway. */
function failedAttempt(cause: unknown): Attempted {
  const refusal = cause instanceof HandshakeRefused ? cause : refusalOfToken(cause)
  if (refusal) {
    const detail = refusal instanceof HandshakeRefused ? refusal.message : refusal.error.message
    return new Attempted(errorOfStatus(refusal.status, detail), refusal.status)
  }
  if (cause instanceof GatewayError) return new Attempted(cause, null)
  throw cause
}

function errorOfStatus(status: number, detail: string): GatewayError {
  const isAboutKey = status === 401 || status === 402 || status === 403
  return isAboutKey
    ? new GatewayError('upstream_auth_failed', {}, { detail })
    : new GatewayError('bad_response_status_code', { status }, { detail })
}

/** The error of an open session that its upstream refused, recorded for the channel and its key. */
export function refusalOfSession(
  { health }: Pick<RelayTools, 'health'>,
  { channel, visit }: Pick<UpstreamSession, 'channel' | 'visit'>,
  { status, detail }: { status: number; detail: string },
): GatewayError {
  const error = errorOfStatus(status, detail)
  const mark = markOfFailure({ status, type: '', code: '', message: '' }, error)
  if (mark === 'key') visit.keyRefused()
  health.noteError(channel.id, attemptErrorIn(error))
  return error
}

async function requestFor(
  tools: RelayTools,
  call: RelayCall,
  { model, beta, snapshot }: AdmittedSession,
  {
    channel,
    key,
    upstreamModel,
    signal,
  }: Pick<UpstreamSession, 'channel' | 'key' | 'upstreamModel'> & { signal: AbortSignal },
) {
  const settings = providerSettingsOf(snapshot.options)
  const provider = providerOf(channel.type)
  const token = provider && (await attemptToken(tools, { provider, channel, key }, signal))
  const path = `/v1/realtime?model=${encodeURIComponent(upstreamModel)}`
  const place = {
    operation: 'realtime' as const,
    isStream: true,
    upstreamModel,
    channel,
    key,
    token,
    settings,
    path,
  }
  const url = provider?.urlOf(place)
  if (!provider || !url)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const liveModel = provider.liveModelOf?.(place) ?? null
  const isBeta = beta?.includes('realtime=v1') ?? false
  const bridge = liveModel === null ? null : createLiveBridge({ sessionId: call.id, model, liveModel, isBeta })
  const headers = {
    'user-agent': 'sluice',
    [hopsHeader]: hopsFor(call.headers, tools.hopId),
    ...(beta !== null && bridge === null && { 'openai-beta': beta }),
    ...provider.headersOf({ channel, key, token, settings, model, clientHeaders: null }),
  }
  const values = { key: token ?? key, clientHeaders: call.headers }
  const changed = withHeaderChanges(headers, channel.headerChanges, values)
  return { request: { url, protocols: [], proxy: proxyOf(channel), headers: changed }, bridge }
}
