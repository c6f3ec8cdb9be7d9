import type { OpenAPIHono } from '@hono/zod-openapi'
import { rightOf } from '@sluice/contract/rights-of-routes'
import {
  type AnswerOf,
  type AnyRoute,
  idParams,
  type RefusalOf,
  type RouteAccess,
  type RouteEntry,
  takes,
} from '@sluice/contract/route'
import { isRouteKey, type RouteKey, type Routes, routes, slashCounts } from '@sluice/contract/routes'
import { viewRightOf } from '@sluice/contract/viewable-routes'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import type { ConsoleCaller } from '../identity/console-caller.ts'
import { admitCaller } from '../identity/guard.ts'
import { refuse } from '../identity/login-limits.ts'
import { languageOf } from '../platform/accepted-language.ts'
import { networkOf } from '../platform/client-address.ts'
import type { Peer } from '../platform/local-peer.ts'
import { normalisePath } from '../platform/normalise-path.ts'
import type { Database } from '../store/schema.ts'
import type { AdminDependencies } from './dependencies.ts'
import { createRouteDescriber, type DescribedRoute } from './describe-route.ts'
import { buildWalletRefusal } from './error-answer.ts'
import { parseInput, readJson } from './read-json.ts'
import { type AuditEntry, recordAudit } from './record-audit.ts'

/** Where a request comes from, known before its route is found. */
interface RequestOrigin {
  requestId: string
  ip: string
  isHttps: boolean
  /** The other end of the connection: a client, or a proxy. */
  peer: Peer
}

export type AdminRouter = OpenAPIHono<{
  Bindings: RequestOrigin
  /** `reader`: the account that the answer is for, also where it is refused; absent until it is known. */
  Variables: { reader?: Pick<ConsoleCaller, 'language'> }
}>

type CallerOf<A extends RouteAccess> = A extends 'public' | 'key'
  ? null
  : A extends 'session'
    ? ConsoleCaller | null
    : ConsoleCaller

/** What a handler gets: input that matches the schemas of its route. */
interface RouteRequest<K extends RouteKey> extends RequestOrigin {
  caller: CallerOf<Routes[K]['access']>
  query: z.output<Routes[K]['query']>
  params: z.output<Routes[K]['params']>
  body: z.output<Routes[K]['body']>
  raw: Request
  setHeader(name: string, value: string): void
  /** Records the caller's action in the audit trail; with `db` inside that transaction. */
  audit(entry: AuditEntry, db?: Kysely<Database>): Promise<void>
}

/** What a handler answers. `success` and an empty `message` are added to an envelope. */
type HandlerAnswer<R> = R extends { file: string } | { encoded: true } | { redirect: true }
  ? Response
  : R extends { whole: z.ZodType }
    ? AnswerOf<R>
    : ({ success?: true; message?: string } & AnswerOf<R>) | RefusalOf<R>

type Handler<K extends RouteKey> = (
  request: RouteRequest<K>,
) => HandlerAnswer<Routes[K]> | Promise<HandlerAnswer<Routes[K]>>

/** The same without the types of one route: the schemas of its entry read the values. */
interface ErasedRequest extends Omit<RouteRequest<never>, 'caller' | 'query' | 'params' | 'body'> {
  caller: ConsoleCaller | null
  query: unknown
  params: unknown
  body: unknown
}
type ErasedHandler = (request: ErasedRequest) => object | Promise<object>

export interface AdminApi {
  /**
   * Mounts a route. Its entry in the contract's table decides who may call it, and its input and answer; the handler
   * runs only for valid calls. Its exceptions become the failure envelope.
   */
  route<K extends RouteKey>(key: K, handler: Handler<K>): void
  /** Adds the routes mounted since the last time to the router's description: their schemas take memory. */
  describe(): void
  readonly router: AdminRouter
}

const bodyMax = 1_048_576
const criticalBodyMax = 65_536

export function createAdminApi(deps: AdminDependencies, router: AdminRouter): AdminApi {
  const describeRoute = createRouteDescriber(router)
  let undescribed: DescribedRoute[] = []
  function mount(key: RouteKey, entry: AnyRoute, handler: ErasedHandler): void {
    const [method, path] = splitKey(key)
    const needsExactSlash = slashCounts(key)
    undescribed.push({ method, path, entry, needsExactSlash })
    if (entry.access === 'key') openToAllOrigins(router, normalisePath(path))
    const guarded = { ...entry, right: rightOf(key), viewRight: viewRightOf(key) }
    const invalid = entry.invalid ?? 'invalid_parameters'
    const bodyLimits = {
      bytesMax: entry.critical ? criticalBodyMax : (entry.bodyBytesMax ?? bodyMax),
      timeoutMs: deps.config.BODY_READ_TIMEOUT * 1_000,
    }
    router.on(method, normalisePath(path), async (c, next) => {
      const raw = c.req.raw
      if (needsExactSlash && hasSlash(raw) !== path.endsWith('/')) return await next()
      // A word in the place of an id is an unknown address for every caller.
      if (entry.params === idParams && /^[a-z]/i.test(c.req.param('id') ?? '')) return await next()
      const { requestId, ip, isHttps, peer } = c.env
      if (entry.critical) refuse(await deps.criticalLimit.take(networkOf(ip)))
      const caller = await admitCaller(deps, raw, guarded, (found) => c.set('reader', found))
      refuseOnDemoSite(deps, method, entry)
      const { params, query, body } = entry
      const work = async () =>
        await handler({
          params: takes(params) ? parseInput(params, c.req.param(), invalid) : undefined,
          query: takes(query) ? parseInput(query, c.req.query(), invalid) : undefined,
          body: takes(body) ? parseInput(body, await readJson(raw, bodyLimits), invalid) : undefined,
          caller,
          requestId,
          ip,
          isHttps,
          peer,
          raw,
          setHeader: (name, value) => c.header(name, value, { append: true }),
          audit: (line, db = deps.db) =>
            recordAudit(db, deps.clock, { actor: caller ?? unknownActor, ip, requestId }, line),
        })
      const answer = await (entry.refusalForm === 'wallet' ? refuseAsWallet(work, { raw, caller }) : work())
      if (answer instanceof Response) return answer
      return c.json(entry.whole ? answer : { success: true, message: '', ...answer })
    })
  }
  return {
    router,
    route(key, handler) {
      if (!isRouteKey(key)) throw new Error(`no entry in the table of routes: ${String(key)}`)
      // The schemas of the entry have read the input, so it has the types of the route.
      mount(key, routes[key], (request) => handler(request as RouteRequest<typeof key>))
    },
    describe() {
      for (const one of undescribed) describeRoute(one)
      undescribed = []
    },
  }
}

/** The refusals of `work` as answers in the form of the wallet. Internal errors and limits keep the usual form. */
async function refuseAsWallet(
  work: () => Promise<object>,
  { raw, caller }: { raw: Request; caller: ConsoleCaller | null },
): Promise<object> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 200) throw error
    return buildWalletRefusal(error, languageOf(raw.headers, caller))
  }
}

const unknownActor = { id: 0, username: '' }

/** Pages of other sites may call with a key; cookies are not sent. */
function openToAllOrigins(router: AdminRouter, path: string): void {
  router.use(path, async (c, next) => {
    await next()
    c.res.headers.set('access-control-allow-origin', '*')
    if (c.req.raw.headers.has('origin'))
      c.res.headers.set('access-control-expose-headers', 'x-oneapi-request-id, retry-after')
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

const hasSlash = ({ url }: Request): boolean => new URL(url).pathname.endsWith('/')

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
