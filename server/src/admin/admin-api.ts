import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ErrorCode } from '@sluice/contract/error-codes'
import { isRouteKey, type RouteEntry, type RouteKey, routeEntry, type routes } from '@sluice/contract/routes'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { admitCaller } from '../identity/guard.ts'
import { refuse } from '../identity/login-limits.ts'
import { networkOf } from '../platform/client-address.ts'
import { normalisePath } from '../platform/normalise-path.ts'
import type { Database } from '../store/schema.ts'
import type { Answer } from './answer.ts'
import type { AdminDependencies } from './dependencies.ts'
import { describeRoute } from './describe-route.ts'
import { parseInput, readJson } from './read-json.ts'
import { type AuditEntry, recordAudit } from './record-audit.ts'

/** What the server knows of a request before any route is looked up. */
export interface RequestFacts {
  requestId: string
  ip: string
  isHttps: boolean
}

export type AdminRouter = OpenAPIHono<{
  Bindings: RequestFacts
  /** `reader`: the account that the answer is for, also where it is refused; absent until it is known. */
  Variables: { reader?: Pick<Caller, 'language'> }
}>

type CallerOf<K extends RouteKey> = (typeof routes)[K]['access'] extends 'public' | 'key'
  ? null
  : (typeof routes)[K]['access'] extends 'session'
    ? Caller | null
    : Caller

export interface RouteSpec<Q extends z.ZodType, P extends z.ZodType, B extends z.ZodType> {
  /** One line for the documentation. */
  summary: string
  query?: Q
  params?: P
  body?: B
  /** Shape of `data`, for the documentation. */
  data?: z.ZodType
  /** Error of an input that does not fit; `invalid_parameters` unless the route has its own. */
  invalid?: ErrorCode
  /** Largest body in bytes, where the usual 1 MiB is too little. */
  bodyBytesMax?: number
}

export interface RouteRequest<
  K extends RouteKey,
  Q extends z.ZodType,
  P extends z.ZodType,
  B extends z.ZodType,
> extends RequestFacts {
  caller: CallerOf<K>
  query: z.output<Q>
  params: z.output<P>
  body: z.output<B>
  raw: Request
  setHeader(name: string, value: string): void
  /** Records what was done, by this caller; with `db` inside that transaction. */
  audit(entry: AuditEntry, db?: Kysely<Database>): Promise<void>
}

export interface AdminApi {
  /**
   * Mounts a route. Its entry in the contract's table decides who may call it; the handler runs only for them,
   * with input that fits. What it throws becomes the failure envelope.
   */
  route<K extends RouteKey, Q extends z.ZodType, P extends z.ZodType, B extends z.ZodType>(
    key: K,
    spec: RouteSpec<Q, P, B>,
    handler: (request: RouteRequest<K, Q, P, B>) => Promise<Answer | Response> | Answer | Response,
  ): void
  readonly router: AdminRouter
}

/** Parameters of routes that end in `/:id`. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
})

const bodyMax = 1_048_576
const criticalBodyMax = 65_536

export function createAdminApi(deps: AdminDependencies, router: AdminRouter): AdminApi {
  return {
    router,
    route(key, spec, handler) {
      if (!isRouteKey(key)) throw new Error(`no entry in the table of routes: ${String(key)}`)
      const entry = routeEntry(key)
      const [method, path] = splitKey(key)
      describeRoute(router, { method, path, entry, spec })
      if (entry.access === 'key') openToAllOrigins(router, normalisePath(path))
      router.on(method, normalisePath(path), async (c) => {
        const raw = c.req.raw
        const { requestId, ip, isHttps } = c.env
        if (entry.critical) refuse(await deps.criticalLimit.take(networkOf(ip)))
        const caller = await admitCaller(deps, raw, entry, (found) => c.set('reader', found))
        refuseOnDemoSite(deps, method, entry)
        const invalid = spec.invalid ?? 'invalid_parameters'
        const bodyLimits = {
          bytesMax: entry.critical ? criticalBodyMax : (spec.bodyBytesMax ?? bodyMax),
          timeoutMs: deps.config.BODY_READ_TIMEOUT * 1_000,
        }
        const input = {
          params: spec.params && parseInput(spec.params, c.req.param(), invalid),
          query: spec.query && parseInput(spec.query, c.req.query(), invalid),
          body: spec.body && parseInput(spec.body, await readJson(raw, bodyLimits), invalid),
        }
        const request = {
          ...input,
          caller,
          requestId,
          ip,
          isHttps,
          raw,
          setHeader: (name: string, value: string) => c.header(name, value, { append: true }),
          audit: (line: AuditEntry, db: Kysely<Database> = deps.db) =>
            recordAudit(db, deps.clock, { actor: caller ?? nobody, ip, requestId }, line),
        }
        // The table and the schemas of `spec` are what gives `request` its type.
        const answer = await handler(request as unknown as Parameters<typeof handler>[0])
        return answer instanceof Response ? answer : c.json({ success: true, message: '', ...answer })
      })
    },
  }
}

const nobody = { id: 0, username: '' }

/** Pages elsewhere may ask with a key; no cookie goes along. */
function openToAllOrigins(router: AdminRouter, path: string): void {
  router.use(path, async (c, next) => {
    await next()
    c.res.headers.set('access-control-allow-origin', '*')
  })
  router.on('OPTIONS', path, () => {
    const headers = { 'access-control-allow-methods': 'GET, OPTIONS', 'access-control-max-age': '86400' }
    const allowed = 'Authorization, X-Api-Key'
    return new Response(null, {
      status: 204,
      headers: { ...headers, 'access-control-allow-headers': allowed },
    })
  })
}

function splitKey(key: RouteKey): [method: string, path: string] {
  const space = key.indexOf(' ')
  return [key.slice(0, space), key.slice(space + 1)]
}

function refuseOnDemoSite({ state }: AdminDependencies, method: string, entry: RouteEntry): void {
  const isWrite = method !== 'GET' || entry.effect === true
  if (isWrite && !entry.inDemo && state.current().options.DemoSiteEnabled) throw new GatewayError('demo_site')
}

/** Throws when a path under `/api` was mounted past the table: such a route would have no guard. */
export function assertRoutesAreListed(router: AdminRouter): void {
  for (const { method, path } of router.routes) {
    if (method === 'ALL' || method === 'OPTIONS' || !path.startsWith('/api/')) continue
    if (!isRouteKey(`${method} ${path}`) && !isRouteKey(`${method} ${path}/`))
      throw new Error(`no entry in the table of routes: ${method} ${path}`)
  }
}
