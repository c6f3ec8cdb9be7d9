import type { Server } from 'bun'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import type { OpenSocket } from '../platform/outbound/open-socket.ts'
import { newCallSoFar, type RelayCall } from '../relay/call/relay-call.ts'
import { enterByKey } from '../relay/entry/enter-by-key.ts'
import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { buildErrorRow } from '../relay/settlement/build-call-rows.ts'
import { recordRefusal } from '../relay/settlement/record-refusal.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import { type AdmittedSession, admitSession, type RequestedSession, realtimeTarget } from './admit-session.ts'
import { type ClientSecret, isClientSecret, openClientSecret } from './client-secret.ts'
import { upgrade } from './client-socket.ts'
import { createClientSecret, secretFormOf } from './create-client-secret.ts'
import { openUpstreamSession, type UpstreamSession } from './open-upstream-session.ts'
import { type RunningSession, runSession } from './run-session.ts'
import { sessionHeadersOf } from './session-headers.ts'

const path = '/v1/realtime'

/**
 * `GET /v1/realtime`: sessions over WebSocket with the events of OpenAI's Realtime API; and the short-lived secrets
 * with which browsers open them.
 */
export function createRealtimeApi(openSocket: OpenSocket): ExtensionApi {
  const running = new Set<RunningSession>()
  return {
    findHandler(request, pathname, server) {
      const form = request.method === 'POST' ? secretFormOf(pathname) : null
      if (form) return (tools, call) => createClientSecret(tools, { ...call, target: realtimeTarget }, request, form)
      if (pathname === path && request.method === 'GET')
        return (tools, arrived) => serveSession(tools, arrived, request, server)
      // Where WebRTC begins; it was at the path of the sessions before.
      const isWebRtc = pathname === `${path}/calls` || pathname.startsWith(`${path}/calls/`)
      if (isWebRtc || (pathname === path && request.method === 'POST'))
        return () => Promise.reject(new GatewayError('webrtc_not_offered'))
      return null
    },
    drain() {
      for (const session of running) session.finishSoon()
    },
  }

  async function serveSession(
    tools: RelayTools,
    arrived: RelayCall,
    request: Request,
    server: Server<unknown>,
  ): Promise<Response> {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw invalidRequest('webSocketRequired')
    const query = new URL(request.url).searchParams
    const { KeyInQueryEnabled } = tools.dependencies.state.current().options
    const { headers, protocol, beta } = sessionHeadersOf(request.headers, query, KeyInQueryEnabled)
    const secret = await readSecret(tools, arrived, headers)
    const call: RelayCall = { ...arrived, target: realtimeTarget, headers, ...(secret && { provenToken: secret }) }
    // Azure's clients send a deployment instead.
    const model = query.get('model') ?? query.get('deployment') ?? ''
    const session = await admit(tools, call, { model, beta }, secret)
    const upstream = await open(tools, call, session, openSocket)
    const started = runSession(tools, call, session, upstream)
    running.add(started)
    try {
      if (!upgrade(server, request, started.listener, protocol)) started.listener.closed()
      await started.over
    } finally {
      running.delete(started)
    }
    // The connection has been upgraded: this response is not sent.
    return new Response(null, { status: 204 })
  }
}

/** The secret that the client presents; null = it presents a key, or nothing. Throws GatewayError. */
async function readSecret(
  { dependencies: { clock, secretBox }, directory }: RelayTools,
  { clientAddress }: RelayCall,
  headers: Headers,
): Promise<ClientSecret | null> {
  const presented = headers.get('authorization')?.replace(/^bearer\s+/i, '') ?? ''
  if (!isClientSecret(presented)) return null
  const secret = openClientSecret(secretBox, presented)
  if (!secret) throw await directory.failedKeys.refusalFor(clientAddress)
  if (secret.expiresAt <= clock.now()) throw new GatewayError('client_secret_expired')
  return secret
}

async function admit(
  tools: RelayTools,
  call: RelayCall,
  { model, beta }: { model: string; beta: string | null },
  secret: ClientSecret | null,
): Promise<AdmittedSession> {
  const soFar = { ...newCallSoFar(), isStream: true }
  call.releases.push(() => call.limits.end(), tools.inflight.enter())
  try {
    const entered = await enterByKey(tools, call, soFar)
    if (model === '' && !secret) throw new GatewayError('model_required')
    soFar.model = secret?.model ?? model
    if (secret && model !== '' && model !== secret.model) throw invalidRequest('sessionModelFixed')
    const requested = secret ? boundSession(secret, beta) : { model, kind: 'realtime' as const, beta, opening: null }
    return await admitSession(tools, call, entered, requested, soFar)
  } catch (cause) {
    recordRefusal(tools.dependencies, call, soFar, cause)
    throw cause
  }
}

/** The session that the secret was issued for, in the version of the API that it was requested in. */
function boundSession({ model, kind, isBeta, session }: ClientSecret, beta: string | null): RequestedSession {
  const type = isBeta && kind === 'transcription' ? 'transcription_session.update' : 'session.update'
  const isPlain = Object.keys(session).every((name) => name === 'type' || name === 'model')
  return {
    model,
    kind,
    beta: isBeta ? 'realtime=v1' : beta,
    opening: isPlain ? null : JSON.stringify({ type, session }),
  }
}

/** Opens the upstream's connection. If none opens, the hold is released. */
async function open(
  tools: RelayTools,
  call: RelayCall,
  session: AdmittedSession,
  openSocket: OpenSocket,
): Promise<UpstreamSession> {
  const { caller, model, group, reservation } = session
  try {
    await reservation.durable
    return await openUpstreamSession(tools, openSocket, call, session)
  } catch (cause) {
    const failed = { caller, model, group, isStream: true }
    await reservation.release(buildErrorRow(tools.dependencies.clock, call, failed, gatewayErrorOf(cause)))
    throw cause
  }
}
