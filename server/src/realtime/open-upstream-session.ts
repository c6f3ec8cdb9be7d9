import { GatewayError } from '../core/errors.ts'
import { withHeaderChanges } from '../core/overrides/header-changes.ts'
import { accountFaultOf } from '../core/routing/account-fault.ts'
import { HandshakeRefused, type OpenSocket, type UpstreamSocket } from '../platform/outbound/open-socket.ts'
import type { OpenaiErrorObject } from '../protocols/openai-errors.ts'
import { providerOf } from '../providers/index.ts'
import { secretsOf } from '../providers/key-form.ts'
import { attemptErrorOf } from '../relay/call/attempt-error.ts'
import { hopsFor, hopsHeader } from '../relay/call/hops.ts'
import { providerSettingsOf } from '../relay/call/provider-settings.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { type AttemptFailure, cleanError, refusalOf, unansweredFailure } from '../relay/call/upstream-error.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import type { RouteChoice } from '../relay/routing/route.ts'
import { noChannelError } from '../relay/routing/route-errors.ts'
import type { FailedAttempt } from '../relay/upstream/attempt-outcome.ts'
import { attemptToken, dropToken, refusalOfToken } from '../relay/upstream/attempt-token.ts'
import { attemptWork, type RecordedOutcome } from '../relay/upstream/attempt-work.ts'
import { mappedModel } from '../state/mapped-model.ts'
import { proxyOf } from '../state/proxy-of.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { AdmittedSession } from './admit-session.ts'
import type { RealtimeBridge, SessionRefusal } from './bridge.ts'
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
  visit: Pick<RouteChoice['visit'], 'keyRefused'>
}

type SessionAttempt = { kind: 'answered'; session: UpstreamSession } | FailedAttempt

/** Opens the session at one channel after another until one accepts. Throws GatewayError. */
export async function openUpstreamSession(
  tools: RelayTools,
  openSocket: OpenSocket,
  call: RelayCall,
  session: AdmittedSession,
): Promise<UpstreamSession> {
  const { caller, router, snapshot, model, group, reservation } = session
  const found = await attemptWork<SessionAttempt>(tools, loopedSession(call, session), {
    router,
    model,
    group,
    needs: () => ({ tokens: snapshot.options.PreConsumedQuota, amount: reservation.amount }),
    async attempt(choice) {
      const recorded = await openOnce(tools, openSocket, call, session, choice)
      call.trail.attemptedAt = tools.dependencies.clock.monotonic()
      return recorded
    },
  })
  if ('session' in found) return found.session
  throw 'failure' in found ? found.failure.error : (found.refusal ?? noChannelError(caller, { model, group }))
}

/** A session has no body at its begin. */
const loopedSession = (call: RelayCall, { caller, pinnedChannelId, snapshot }: AdmittedSession) => ({
  ...call,
  caller,
  pinnedChannelId,
  snapshot,
  request: { body: {} },
})

/** One attempt. Throws if the call ends meanwhile, and for a fault of the gateway. */
async function openOnce(
  tools: RelayTools,
  openSocket: OpenSocket,
  call: RelayCall,
  session: AdmittedSession,
  { channel, key, visit }: RouteChoice,
): Promise<RecordedOutcome<SessionAttempt>> {
  try {
    const upstreamModel = mappedModel(channel, session.model)
    const open = async (isTokenRenewed = false): Promise<{ socket: UpstreamSocket; bridge: RealtimeBridge | null }> => {
      const { signal } = call.abort.attempt()
      const place = { channel, key, upstreamModel, signal }
      const { request, bridge, account } = await requestFor(tools, call, session, place)
      try {
        return { socket: await openSocket({ ...request, signal }), bridge }
      } catch (cause) {
        // A token may be revoked before its end; if its replacement is refused too, the key is at fault.
        const isRefused = cause instanceof HandshakeRefused && cause.status === 401 && !isTokenRenewed
        if (isRefused && dropToken(tools, account, account.token)) return await open(true)
        throw cause
      }
    }
    const { socket, bridge } = await open()
    const reopen = async () => (await open()).socket
    const opened = { socket, reopen, channel, key, upstreamModel, bridge, visit }
    return { status: 101, outcome: { kind: 'answered', session: opened } }
  } catch (cause) {
    if (call.abort.reason) throw cause
    const failure = failureOf(cause, key)
    return { status: failure.status, outcome: { kind: 'failed', failure } }
  }
}

/** Rethrows a fault of the gateway. */
function failureOf(cause: unknown, key: string): AttemptFailure {
  if (cause instanceof HandshakeRefused) return refusedHandshake(cause)
  const refusal = refusalOfToken(cause)
  if (refusal) return refusedFailure(refusal.status, cleanError(refusal.error, secretsOf(key)))
  if (cause instanceof GatewayError) return unansweredFailure(cause)
  throw cause
}

const refusedFailure = (status: number, upstream: OpenaiErrorObject, detail = upstream.message): AttemptFailure => ({
  ...unansweredFailure(errorOfStatus(status, detail)),
  status,
  upstream,
})

/**
 * The runtime shows no body of a refused handshake. Of what a caller chooses, the handshake contains the model alone:
 * status 401 is about the key.
 */
const refusedHandshake = ({ status, message }: HandshakeRefused): AttemptFailure =>
  refusedFailure(
    status,
    { message: '', type: status === 401 ? 'authentication_error' : '', param: null, code: null },
    message,
  )

function errorOfStatus(status: number, detail: string): GatewayError {
  const isAboutKey = status === 401 || status === 402 || status === 403
  return isAboutKey
    ? new GatewayError('upstream_auth_failed', {}, { detail })
    : new GatewayError('bad_response_status_code', { status }, { detail })
}

/**
 * The error of an open session that its upstream refused, recorded for the channel and its key. `message` may quote the
 * client: only a known code counts against the key.
 */
export function refusalOfSession(
  { health, onChannelFailure }: Pick<RelayTools, 'health' | 'onChannelFailure'>,
  { channel, key, visit, caller }: Pick<UpstreamSession, 'channel' | 'key' | 'visit'> & Pick<AdmittedSession, 'caller'>,
  { status, code, message }: SessionRefusal & { message: string },
): GatewayError {
  const failure = refusedFailure(status, cleanError({ message, type: '', param: null, code }, secretsOf(key)))
  if (accountFaultOf({ ...refusalOf(failure), message: '' }) === null)
    health.noteError(channel.id, attemptErrorOf(failure))
  else {
    visit.keyRefused()
    onChannelFailure({ channel, key }, failure, { caller, request: { body: {} } })
  }
  return failure.error
}

async function requestFor(
  tools: RelayTools,
  call: RelayCall,
  { model, kind, beta, snapshot }: AdmittedSession,
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
  // A session that transcribes has its model in its configuration alone.
  const query = kind === 'transcription' ? 'intent=transcription' : `model=${encodeURIComponent(upstreamModel)}`
  const path = `/v1/realtime?${query}`
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
  const request = { url, protocols: [], proxy: proxyOf(channel), headers: changed }
  return { request, bridge, account: { provider, channel, key, token } }
}
