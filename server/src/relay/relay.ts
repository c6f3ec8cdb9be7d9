import { clientNameOf } from '@sluice/contract/client-names'
import { viewHeader } from '@sluice/contract/view-header'
import type { Server } from 'bun'
import { GatewayError } from '../core/errors.ts'
import type { BusyPorts } from '../platform/busy-ports.ts'
import { type ClientTarget, clientTargetOf } from '../protocols/client-target.ts'
import { logFailure } from '../store/log-failure.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import { exposedHeaders } from './answer/answer-headers.ts'
import { buildOwnError } from './answer/build-client-error.ts'
import type { BackgroundAnswers } from './background/background-answers.ts'
import { createCallAbort } from './call/call-abort.ts'
import { newCallTrail } from './call/call-trail.ts'
import { createDrainLimit } from './call/drain-limit.ts'
import { refuseLoop } from './call/hops.ts'
import { buildRateLimitHeaders } from './call/rate-limit-headers.ts'
import { type AdmitPerson, endCall, type IdentifiedCall, type Person, type RelayCall } from './call/relay-call.ts'
import { listingTarget, pathOf } from './entry/request-target.ts'
import { clientFormatOf } from './formats/index.ts'
import type { LimitsView } from './limits/inspect-limits.ts'
import { countTokens } from './modeless/count-tokens.ts'
import type { ExtensionApi, ServeExtension } from './modeless/extension-api.ts'
import { findModelessCall } from './modeless/find-modeless-call.ts'
import { identify } from './modeless/models.ts'
import { operationOf } from './passage/operations.ts'
import { relayCall } from './relay-one.ts'
import { createRelayTools, type ToolDependencies } from './relay-tools.ts'
import type { AnswerOwners } from './routing/answer-owners.ts'
import type { ChannelHealth } from './routing/channel-health.ts'
import { isModelApiPath, isPlaygroundPath, unservedPathError } from './served-paths.ts'
import type { CallCounter } from './watch/call-counter.ts'

/**
 * The model API: everything under /v1 and /v1beta, the money endpoints under /dashboard, and the calls of the console's
 * playground.
 */
export interface Relay {
  /**
   * Answers a request of that API, or null for a path outside it. `admitPerson` returns the signed-in account; absent =
   * there is none.
   */
  handle(request: Request, server: Server<unknown>, admitPerson?: AdmitPerson): Promise<Response> | null
  /**
   * Answers a request of the gateway itself in the name of an account, with all that a call of a client goes through:
   * rights, price, limits, routing, charge. Throws RangeError for a path without a model.
   */
  callAs(request: Request, person: Person): Promise<Response>
  /** This node's knowledge of its channels. */
  readonly health: ChannelHealth
  /** The limits of calls, without counting. */
  readonly limits: LimitsView
  /** The accounts behind stored answers. */
  readonly answerOwners: Pick<AnswerOwners, 'find'>
  /** Answers that upstreams make in the background. */
  readonly background: Pick<BackgroundAnswers, 'follow'>
  /** The counts of calls since the start. */
  readonly callCounter: CallCounter
  /** Calls running now. */
  readonly inflight: number
  /** Refuses new calls; resolves when the running ones are over. After `timeoutMs` the rest are ended. */
  drain(timeoutMs: number): Promise<void>
}

const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': '*, Authorization',
  'access-control-max-age': '86400',
}

export function createRelay(
  dependencies: ToolDependencies & {
    requestIds: () => string
    /** Other APIs that use API keys; absent = none. */
    extensions?: readonly ExtensionApi[]
    /** The client's address of a connection, with trusted forwarding headers. */
    clientAddress: (peer: string, request: Request) => { ip: string }
    /** Records the connections that calls run on. */
    busyPorts: BusyPorts
  },
): Relay {
  const { config, clock, log } = dependencies
  const running = new Set<RelayCall>()
  let isDraining = false
  let onIdle: (() => void) | null = null
  const drainLimit = createDrainLimit(config.ON_CLIENT_GONE)
  const { tools, limits, close } = createRelayTools(dependencies)
  const { callCounter, health } = tools

  return {
    health,
    limits: limits.view,
    answerOwners: tools.answerOwners,
    background: tools.background,
    callCounter,
    handle(request, server, admitPerson = refuseSession) {
      const { path, pathname, query } = pathOf(request.url, config.BASE_PATH)
      const isPlayground = isPlaygroundPath(pathname)
      if (!isModelApiPath(pathname) && !isPlayground) return handleExtension(request, server, { path, pathname })
      // The playground uses the session, so pages of other origins get no permission for it.
      if (request.method === 'OPTIONS' && !isPlayground)
        return Promise.resolve(new Response(null, { status: 204, headers: preflightHeaders }))
      const target = clientTargetOf(pathname, query)
      const serve = target ? findModelHandler(target, request, server) : findOtherHandler(request, server, pathname)
      const call = buildCall(request, server, path, {
        target: target ?? listingTarget(request, pathname),
        admitPerson: isPlayground ? admitPerson : null,
      })
      return finish(call, () => serve(call))
    },
    callAs(request, person) {
      const { path, pathname, query } = pathOf(request.url, config.BASE_PATH)
      const target = clientTargetOf(pathname, query)
      if (target === null) throw new RangeError(`${pathname} is no call of a model`)
      const admitPerson = () => Promise.resolve(person)
      const call = buildCall(request, ownServer, path, { target, admitPerson })
      return finish(call, () => findModelHandler(target, request, ownServer)(call))
    },
    get inflight() {
      return running.size
    },
    async drain(timeoutMs) {
      isDraining = true
      for (const extension of dependencies.extensions ?? []) extension.drain?.()
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
        if (running.size === 0) resolve()
      })
      const timer = setTimeout(() => {
        for (const call of running) call.abort.abort(new GatewayError('shutting_down'))
      }, timeoutMs)
      await idle
      clearTimeout(timer)
      await close()
    },
  }

  function takeCall(call: RelayCall, identified: IdentifiedCall): ServeExtension | null {
    for (const extension of dependencies.extensions ?? []) {
      const serve = extension.takeCall?.(call, identified) ?? null
      if (serve) return serve
    }
    return null
  }

  function handleExtension(
    request: Request,
    server: Server<unknown>,
    { path, pathname }: { path: string; pathname: string },
  ): Promise<Response> | null {
    for (const extension of dependencies.extensions ?? []) {
      const serve = extension.findHandler(request, pathname, server)
      if (!serve) continue
      if (request.method === 'OPTIONS')
        return Promise.resolve(new Response(null, { status: 204, headers: preflightHeaders }))
      const target = listingTarget(request, pathname)
      const call = buildCall(request, server, path, { target, admitPerson: null })
      return finish(call, () => serveExtension(serve, call, request, server))
    }
    return null
  }

  function serveExtension(
    serve: ServeExtension,
    call: RelayCall,
    request: Request,
    server: Server<unknown>,
  ): Promise<Response> {
    return runApart(call, () => {
      server.timeout(request, 0)
      const mayCost = request.method === 'POST' || request.headers.has('upgrade')
      return mayCost ? watched(call, request.method, () => serve(tools, call)) : serve(tools, call)
    })
  }

  /** A call of an extension that may cost something is counted and traced, as model calls are. */
  async function watched(call: RelayCall, method: string, serve: () => Promise<Response>): Promise<Response> {
    const { trail } = call
    call.trace = tools.tracer?.begin(call, method) ?? null
    call.releases.push(() => {
      callCounter.callEnded(call)
      call.trace?.end(call)
    })
    try {
      const response = await serve()
      trail.status = response.status
      return response
    } catch (cause) {
      trail.error ??= gatewayErrorOf(cause)
      trail.status = trail.error.status
      throw cause
    }
  }

  /** Runs a call other than a model call. */
  async function runApart(call: RelayCall, serve: () => Promise<Response>): Promise<Response> {
    refuseLoop(call.headers, tools.hopId)
    if (isDraining) throw new GatewayError('shutting_down', {}, { retryAfterSeconds: 5 })
    call.releases.push(dependencies.busyPorts.enter(call.clientPort))
    running.add(call)
    try {
      return await serve()
    } finally {
      endCall(call)
      running.delete(call)
      if (running.size === 0) onIdle?.()
    }
  }

  function findModelHandler(target: ClientTarget, request: Request, server: Listener) {
    return (call: RelayCall) => {
      if (isWebSocket(request)) return refuseWebSocket(call)
      if (request.method !== 'POST') throw new GatewayError('method_not_allowed')
      refuseLoop(request.headers, tools.hopId)
      if (isDraining) throw new GatewayError('shutting_down', {}, { retryAfterSeconds: 5 })
      call.releases.push(tools.inflight.enter(), dependencies.busyPorts.enter(call.clientPort))
      running.add(call)
      call.releases.push(() => {
        running.delete(call)
        if (running.size === 0) onIdle?.()
      })
      if (operationOf(target).isLocal) return countTokens(tools, call, request)
      return relayCall(tools, call, request, () => server.timeout(request, 0), takeCall)
    }
  }

  /** A client without a right key gets that error instead, as over HTTP. */
  async function refuseWebSocket(call: RelayCall): Promise<Response> {
    await identify(tools, call)
    const response = buildOwnError(call, new GatewayError('websocket_not_offered'))
    response.headers.set('upgrade', 'HTTP/1.1')
    return response
  }

  function findOtherHandler(
    request: Request,
    server: Server<unknown>,
    pathname: string,
  ): (call: RelayCall) => Promise<Response> {
    const modeless = findModelessCall(tools, request, pathname)
    if (modeless)
      return (call) => (modeless.callsUpstream ? runApart(call, () => modeless.serve(call)) : modeless.serve(call))
    for (const extension of dependencies.extensions ?? []) {
      const serve = extension.findHandler(request, pathname, server)
      if (serve) return (call) => serveExtension(serve, call, request, server)
    }
    return () => {
      throw unservedPathError(request.method, pathname)
    }
  }

  function buildCall(
    request: Request,
    server: Listener,
    path: string,
    { target, admitPerson }: Pick<RelayCall, 'target' | 'admitPerson'>,
  ): RelayCall {
    const peer = server.requestIP(request)
    const call: RelayCall = {
      id: dependencies.requestIds(),
      target,
      admitPerson,
      format: clientFormatOf(target),
      path,
      headers: request.headers,
      clientAddress: dependencies.clientAddress(peer?.address ?? '', request).ip,
      client: clientNameOf(request.headers.get('user-agent') ?? ''),
      clientPort: peer?.port ?? 0,
      peerAddress: peer?.address ?? '',
      serverPort: server.port ?? 0,
      startedAt: clock.now(),
      startedMonotonic: clock.monotonic(),
      abort: createCallAbort(),
      drainLimit,
      limits: limits.open(),
      attempts: [],
      trail: newCallTrail(),
      trace: null,
      releases: [],
    }
    return call
  }

  async function finish(call: RelayCall, serve: () => Promise<Response>): Promise<Response> {
    let response: Response
    try {
      // Who looks at the console as another account makes no calls, whatever other credential is sent.
      if (call.headers.has(viewHeader)) throw new GatewayError('view_is_read_only')
      response = await serve()
    } catch (cause) {
      response = errorResponse(call, cause)
    }
    response.headers.set('x-oneapi-request-id', call.id)
    if (call.admitPerson === null) {
      response.headers.set('access-control-allow-origin', '*')
      if (call.headers.has('origin')) response.headers.set('access-control-expose-headers', exposedHeaders)
    } else for (const [name, value] of personalHeaders) response.headers.set(name, value)
    addLimitHeaders(call, response)
    const { requestIdHeader } = call.format
    if (requestIdHeader !== undefined) response.headers.set(requestIdHeader, call.id)
    return response
  }

  /** The rest of the gateway's own limits, instead of the upstream's. */
  function addLimitHeaders({ format, limits: { tightest } }: RelayCall, { headers }: Response): void {
    if (!tightest) return
    const names = buildRateLimitHeaders(format.id, tightest, clock.now())
    for (const name in names) headers.set(name, names[name] ?? '')
  }

  function errorResponse(call: RelayCall, cause: unknown): Response {
    logFailure(log, { requestId: call.id, cause }, 'a call failed')
    return buildOwnError(call, gatewayErrorOf(cause))
  }
}

/** What a call needs of the server that received it. */
type Listener = Pick<Server<unknown>, 'requestIP' | 'timeout' | 'port'>

/** Of calls that come over no connection. */
const ownServer: Listener = { requestIP: () => null, timeout: () => undefined, port: 0 }

const isWebSocket = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket'

/** Answers for a session must not be cached for other users. */
const personalHeaders = [
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
] as const

const refuseSession: AdmitPerson = () => Promise.reject(new GatewayError('not_logged_in'))
