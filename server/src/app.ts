import { OpenAPIHono } from '@hono/zod-openapi'
import { compress } from 'hono/compress'
import { getPath } from 'hono/utils/url'
import { type AdminRouter, assertRoutesAreListed, createAdminApi } from './admin/admin-api.ts'
import type { AdminDependencies } from './admin/dependencies.ts'
import { buildErrorAnswer, buildUnknownPathAnswer } from './admin/error-answer.ts'
import { createListAnswers } from './admin/list-answers.ts'
import { ownAudit, program } from './admin/record-audit.ts'
import { adminResources } from './admin/resources.ts'
import { changeOptions } from './admin/write-options.ts'
import { mountConsole } from './console.ts'
import { createAccountViews } from './identity/account-views.ts'
import { createAuthenticators } from './identity/authenticators.ts'
import { admitPerson } from './identity/guard.ts'
import { createKnownDevices } from './identity/known-devices.ts'
import { createLoginLimits } from './identity/login-limits.ts'
import { type OAuthEndpoints, productionEndpoints } from './identity/oauth/identity-provider.ts'
import { createOneTimeCodes } from './identity/one-time-codes.ts'
import { createPasskeys } from './identity/passkeys.ts'
import { createPasswords, type Passwords } from './identity/passwords.ts'
import { createRequestLimits, type RequestLimits } from './identity/request-limits.ts'
import { createSessionGrants } from './identity/session-grants.ts'
import { createSessions } from './identity/sessions.ts'
import { createSignInFlows } from './identity/sign-in-flows.ts'
import { createTurnstile, createTurnstileService, type TurnstileService } from './identity/turnstile.ts'
import { productionStripe, type StripeApi } from './payments/stripe-client.ts'
import { languageOf } from './platform/accepted-language.ts'
import { addBasePath, withoutBasePath } from './platform/base-path.ts'
import type { BusyPorts } from './platform/busy-ports.ts'
import type { ClientAddress } from './platform/client-address.ts'
import { createLimiter } from './platform/limiter.ts'
import type { Metrics } from './platform/metrics.ts'
import { normalisePath } from './platform/normalise-path.ts'
import { parseOutboundAllow } from './platform/outbound/address-policy.ts'
import { createGuardedRequest } from './platform/outbound/guarded-request.ts'
import { createRequestObjection } from './platform/request-objection.ts'
import type { SecretBox } from './platform/secret-box.ts'
import { addCommonHeaders } from './platform/security-headers.ts'
import { createPriceProposals } from './prices/price-proposals.ts'
import { mountProbes, type ProbeDependencies } from './probes.ts'

/** The API for models, which answers its own paths only. */
interface RelayApi {
  handle(
    request: Request,
    server: Bun.Server<unknown>,
    admitPerson: (request: Request) => Promise<{ id: number }>,
  ): Promise<Response> | null
  callAs: AdminDependencies['callModels']
}

export interface AppDependencies
  extends Omit<
      AdminDependencies,
      | 'sessions'
      | 'passwords'
      | 'loginLimits'
      | 'knownDevices'
      | 'criticalLimit'
      | 'keyLimit'
      | 'listAnswers'
      | 'sessionGrants'
      | 'accountViews'
      | 'codes'
      | 'turnstile'
      | 'signInFlows'
      | 'authenticators'
      | 'passkeys'
      | 'priceProposals'
      | 'outboundRequest'
      | 'oauthEndpoints'
      | 'stripeApi'
      | 'callModels'
    >,
    ProbeDependencies {
  /** Keyed by SESSION_SECRET: another key invalidates all sessions. */
  sessionBox: SecretBox
  requestIds: () => string
  clientAddress: (peer: string, request: Request) => ClientAddress
  /** Notes the connections on which requests of the console are answered. */
  busyPorts: BusyPorts
  metrics: Metrics
  /** Folder of the built console. */
  consoleFiles: string | ReadonlyMap<string, string>
  /** Endpoints of the identity providers; tests have their own. */
  oauthEndpoints?: OAuthEndpoints
  /** Stripe's endpoint; tests have their own. */
  stripeApi?: StripeApi
  relay?: RelayApi
  /** The service that verifies anti-bot checks; tests have their own. */
  turnstileService?: TurnstileService
  /** How passwords are hashed; tests do it at less cost. */
  passwords?: Passwords
}

export interface App {
  fetch(request: Request, server: Bun.Server<unknown>): Promise<Response>
  /** For scheduled work. */
  readonly sessions: AdminDependencies['sessions']
  readonly priceProposals: AdminDependencies['priceProposals']
  /** Resolves when no request of the console is being answered. */
  idle(): Promise<void>
  close(): void
}

/** All HTTP endpoints. Throws when a route of the management API is not in the contract's table. */
export function createApp(deps: AppDependencies): App {
  const admin = buildAdminDependencies(deps)
  const router = createRouter(deps)
  limitRequests(router, createRequestLimits({ ...deps, ...admin }))
  const api = createAdminApi(admin, router)
  for (const mount of adminResources) mount(api, admin)
  mountProbes(router, deps)
  mountConsole(router, deps)
  assertRoutesAreListed(router)
  const admit = (request: Request) => admitPerson(admin, request)
  const objectionTo = createRequestObjection()
  let answering = 0
  let onIdle: (() => void) | null = null

  return {
    sessions: admin.sessions,
    priceProposals: admin.priceProposals,
    idle: () =>
      new Promise((resolve) => {
        onIdle = resolve
        if (answering === 0) resolve()
      }),
    close: () => admin.sessions.close(),
    async fetch(request, server) {
      const started = deps.clock.monotonic()
      const objection = objectionTo(request)
      if (objection !== null) return refuseConnection(objection)
      const relayed = deps.relay?.handle(request, server, admit)
      const response = relayed ? await relayed : await answerCounted(request, server)
      // A draining server closes the connection, so that the client's next request reaches another server.
      if (deps.isDraining()) response.headers.set('connection', 'close')
      const seconds = (deps.clock.monotonic() - started) / 1000
      deps.metrics.countRequest(relayed ? 'relay' : areaOf(request, deps.config.BASE_PATH), response.status, seconds)
      return response
    },
  }

  async function answerCounted(request: Request, server: Bun.Server<unknown>): Promise<Response> {
    answering++
    try {
      return await answerOwn(request, server)
    } finally {
      answering--
      if (answering === 0) onIdle?.()
    }
  }

  async function answerOwn(request: Request, server: Bun.Server<unknown>): Promise<Response> {
    const { address = '', port = 0 } = server.requestIP(request) ?? {}
    const leave = deps.busyPorts.enter(port)
    const facts = {
      requestId: deps.requestIds(),
      peer: { address, port, serverPort: server.port ?? 0 },
      ...deps.clientAddress(address, request),
    }
    const response = await Promise.resolve(router.fetch(request, facts)).finally(leave)
    response.headers.set('x-oneapi-request-id', facts.requestId)
    // Management tools recognise compatible gateways by this header.
    response.headers.set('x-new-api-version', deps.version)
    addCommonHeaders(response.headers, facts)
    addBasePath(response.headers, deps.config.BASE_PATH)
    return response
  }
}

/** Limit of one address on requests with API keys outside the API for models. */
const keyRequestsPerMinute = 60

function buildAdminDependencies(deps: AppDependencies): AdminDependencies {
  const signInFlows = createSignInFlows(deps)
  const { config, redis } = deps
  const sessionDeps = { ...deps, secretBox: deps.sessionBox }
  const sessions = createSessions(sessionDeps, {
    idleDays: config.SESSION_IDLE_DAYS,
    maxDays: config.SESSION_MAX_DAYS,
  })
  const admin: AdminDependencies = {
    ...deps,
    sessions,
    priceProposals: createPriceProposals({
      ...deps,
      changeOptions: (change) => changeOptions(admin, change),
      program: { actor: program, audit: ownAudit(deps) },
      random: Math.random,
    }),
    sessionGrants: createSessionGrants({ ...sessionDeps, sessions }),
    accountViews: createAccountViews(sessionDeps),
    passwords: deps.passwords ?? createPasswords(),
    signInFlows,
    authenticators: createAuthenticators(deps),
    passkeys: createPasskeys({ ...deps, flows: signInFlows }),
    outboundRequest: createGuardedRequest({
      exceptions: parseOutboundAllow(deps.config.OUTBOUND_ALLOW),
      bytesMax: 1_048_576,
      timeoutMs: 5_000,
      httpsOnly: false,
    }),
    oauthEndpoints: deps.oauthEndpoints ?? productionEndpoints,
    stripeApi: deps.stripeApi ?? productionStripe,
    loginLimits: createLoginLimits(deps),
    knownDevices: createKnownDevices({ ...deps, secretBox: deps.sessionBox }),
    codes: createOneTimeCodes(deps),
    turnstile: createTurnstile(deps, deps.turnstileService ?? createTurnstileService()),
    criticalLimit: createLimiter({
      name: 'critical',
      limit: config.CRITICAL_RATE_LIMIT_ENABLE ? config.CRITICAL_RATE_LIMIT : 0,
      windowSeconds: config.CRITICAL_RATE_LIMIT_DURATION,
      redis,
    }),
    keyLimit: createLimiter({ name: 'key', limit: keyRequestsPerMinute, windowSeconds: 60, redis }),
    listAnswers: createListAnswers(redis),
    // Without a relay no path of the API for models exists.
    callModels: deps.relay?.callAs ?? (async () => new Response(null, { status: 404 })),
  }
  return admin
}

function createRouter({ log, config }: AppDependencies): AdminRouter {
  // Guards belong to the route itself, so that guard and router always see the same path.
  const router: AdminRouter = new OpenAPIHono({ getPath: (request) => pathOf(request, config.BASE_PATH) })
  router.onError((error, c) => {
    const language = languageOf(c.req.raw.headers, c.get('reader'))
    const answer = buildErrorAnswer(error, { log, requestId: c.env.requestId, language })
    // Keeps the headers that the route set before it failed, such as the removal of an invalid cookie.
    return c.newResponse(answer.body, answer)
  })
  router.notFound((c) => {
    const language = languageOf(c.req.raw.headers, c.get('reader'))
    const path = new URL(c.req.url).pathname
    return buildUnknownPathAnswer({ method: c.req.method, path }, { requestId: c.env.requestId, language })
  })
  return router
}

function limitRequests(router: AdminRouter, limits: RequestLimits): void {
  router.use('/api/*', compress({ threshold: 1_024 }), async (c, next) => {
    c.header('cache-control', 'no-store')
    await limits.take(c.req.raw, c.env.ip)
    await next()
  })
}

/** Closes the connection too, because the bytes after an invalid request cannot be trusted. */
const refuseConnection = (objection: string): Response =>
  new Response(`${objection}\n`, { status: 400, headers: { connection: 'close' } })

/** Without a `Host`, as probes by HTTP/1.0 are, the runtime gives the path alone. */
const pathOf = (request: Request, base: string): string =>
  withoutBasePath(normalisePath(request.url.startsWith('/') ? request.url : getPath(request)), base)

const areaOf = (request: Request, base: string): 'console' | 'page' =>
  pathOf(request, base).startsWith('/api') ? 'console' : 'page'
