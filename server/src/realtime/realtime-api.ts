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
import { type AdmittedSession, admitSession, realtimeTarget } from './admit-session.ts'
import { upgrade } from './client-socket.ts'
import { openUpstreamSession, type UpstreamSession } from './open-upstream-session.ts'
import { type RunningSession, runSession } from './run-session.ts'
import { sessionHeadersOf } from './session-headers.ts'

/** `GET /v1/realtime`: sessions over WebSocket with the events of OpenAI's Realtime API. */
export function createRealtimeApi(openSocket: OpenSocket): ExtensionApi {
  const running = new Set<RunningSession>()
  return {
    findHandler(request, pathname, server) {
      if (pathname !== '/v1/realtime' || request.method !== 'GET') return null
      return async (tools, arrived) => {
        if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw invalidRequest('webSocketRequired')
        const query = new URL(request.url).searchParams
        const { KeyInQueryEnabled } = tools.dependencies.state.current().options
        const requested = sessionHeadersOf(request.headers, query, KeyInQueryEnabled)
        const call: RelayCall = { ...arrived, target: realtimeTarget, headers: requested.headers }
        // Azure's clients send a deployment instead.
        const model = query.get('model') ?? query.get('deployment') ?? ''
        const session = await admit(tools, call, { model, beta: requested.beta })
        const upstream = await open(tools, call, session, openSocket)
        const started = runSession(tools, call, session, upstream)
        running.add(started)
        try {
          if (!upgrade(server, request, started.listener, requested.protocol)) started.listener.closed()
          await started.over
        } finally {
          running.delete(started)
        }
        // The connection has been upgraded: this response is not sent.
        return new Response(null, { status: 204 })
      }
    },
    drain() {
      for (const session of running) session.finishSoon()
    },
  }
}

async function admit(
  tools: RelayTools,
  call: RelayCall,
  requested: { model: string; beta: string | null },
): Promise<AdmittedSession> {
  const soFar = { ...newCallSoFar(), isStream: true }
  call.releases.push(() => call.limits.end(), tools.inflight.enter())
  try {
    const entered = await enterByKey(tools, call, soFar)
    if (requested.model === '') throw new GatewayError('model_required')
    soFar.model = requested.model
    return await admitSession(tools, call, entered, requested, soFar)
  } catch (cause) {
    recordRefusal(tools.dependencies, call, soFar, cause)
    throw cause
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
