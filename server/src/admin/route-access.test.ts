import { afterAll, beforeAll, expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import { type RouteKey, routeEntry, routes } from '@sluice/contract/routes'
import { createApiClient } from '../../../console/src/lib/api-client.ts'
import { startTestApp, type TestApp, type TestClient, testOrigin } from './test-app.ts'

// The client of the console calls every route of the table with every role. Bodies are not JSON, so that an allowed
// call changes nothing.

const roleNames = ['visitor', 'user', 'admin', 'root'] as const
type RoleName = (typeof roleNames)[number]
type Access = 'allowed' | 'not signed in' | 'insufficient rights' | 'no key'

let app: TestApp
let clients: Record<Exclude<RoleName, 'visitor'>, TestClient>
const addClient = (role: keyof typeof clients) => app.addUser({ role: roles[role] })
beforeAll(async () => {
  app = await startTestApp()
  clients = { user: await addClient('user'), admin: await addClient('admin'), root: await addClient('root') }
})
afterAll(() => app.close())

/** Routes that end the session or account of the caller: each caller gets its own. */
const endsCaller: readonly RouteKey[] = [
  'GET /api/user/logout',
  'POST /api/user/logout',
  'POST /api/user/auth/logout',
  'DELETE /api/user/self',
  'DELETE /api/user/self/sessions',
]

/** Public pages that answer a visitor without a session with an error of their own. */
const requiresSession: readonly RouteKey[] = ['GET /api/user/pay/form']

/** Calls that need a special cookie, which no client here has. */
const requiresCookie: readonly RouteKey[] = ['POST /api/user/auth/refresh']

/** Reads that need a parameter, or an option to be set. */
const requiresMore: readonly RouteKey[] = [
  'GET /api/channel/dry_run',
  'GET /api/channel/tag/models',
  'GET /api/data/tokens',
  'GET /api/price_history',
  'GET /api/ratio_config',
  'GET /api/status/update',
  'GET /api/user/checkin',
  'GET /api/user/pay/form',
  'GET /api/user/self/view',
]

const text = () => ''
const messages = {
  unreachable: text,
  expired: text,
  keyInAddress: text,
  tooManyRequests: text,
  internal: text,
  demoSite: text,
  other: text,
  localise: () => ({ message: '', fields: {} }),
}

/** The answer to a call by the client of the console, which builds the method and the path from the key. */
async function callByKey(key: RouteKey, send: (url: string, init: RequestInit) => Promise<Response>) {
  let sent: Promise<Response> | undefined
  const client = createApiClient({
    fetch: async (url, init) => {
      sent = send(url, init)
      // The type of `clone()` is that of another library.
      return (await sent).clone() as Response
    },
    userId: () => null,
    language: () => 'en',
    onViewEnded: () => {},
    onUnauthorised: () => {},
    proveOwner: () => Promise.resolve(false),
    messages,
  })
  const params = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name, 99999]))
  // A refusal is an answer too.
  await client(key as 'GET /api/token/:id', { params: params as { id: number } }).catch(() => undefined)
  if (!sent) throw new Error(`${key} was not called`)
  return await sent
}

/** Calls a route as an account of the role, or without one, and returns the status and the code of the answer. */
async function callRoute(role: RoleName, key: RouteKey): Promise<{ status: number; code: unknown; success: unknown }> {
  const client = role === 'visitor' ? null : await clientFor(role, key)
  const headers = client && { cookie: client.cookie, origin: testOrigin, 'new-api-user': String(client.id) }
  const answer = await callByKey(key, (path, { method }) =>
    app.send(path, { method, ...(method !== 'GET' && { body: '{' }), ...(headers && { headers }) }),
  )
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  const { code, success } = isJson ? JSON.parse(text) : { code: undefined, success: undefined }
  return { status: answer.status, code, success }
}

const clientFor = async (role: keyof typeof clients, key: RouteKey): Promise<TestClient> =>
  endsCaller.includes(key) ? await addClient(role) : clients[role]

function readAccess({ status, code }: { status: number; code: unknown }): Access {
  if (code === 'insufficient_rights') return 'insufficient rights'
  if (code === 'missing_api_key') return 'no key'
  return status === 401 || code === 'not_logged_in' ? 'not signed in' : 'allowed'
}

function expectedAccess(role: RoleName, key: RouteKey): Access {
  const { access } = routeEntry(key)
  if (requiresCookie.includes(key)) return 'not signed in'
  if (requiresSession.includes(key) && role === 'visitor') return 'not signed in'
  if (access === 'key') return 'no key'
  if (access === 'public' || access === 'session') return 'allowed'
  if (role === 'visitor') return 'not signed in'
  return roles[role] < roles[access] ? 'insufficient rights' : 'allowed'
}

const keys = Object.keys(routes) as RouteKey[]

for (const role of roleNames)
  test(`${role}: may call the routes that the table allows, and no others`, async () => {
    for (const key of keys) {
      const answer = await callRoute(role, key)
      expect({ key, access: readAccess(answer) }).toEqual({ key, access: expectedAccess(role, key) })
      expect({ key, isBroken: answer.status >= 500 }).toEqual({ key, isBroken: false })
    }
  }, 60_000)

test('read-only routes answer every allowed caller', async () => {
  const reads = keys.filter(
    (key) => key.startsWith('GET ') && !key.includes(':') && !routeEntry(key).effect && !requiresMore.includes(key),
  )
  for (const role of roleNames)
    for (const key of reads) {
      if (expectedAccess(role, key) !== 'allowed') continue
      const { status, success } = await callRoute(role, key)
      expect({ role, key, status, success: success ?? true }).toEqual({ role, key, status: 200, success: true })
    }
}, 60_000)

test('rights are checked before the input is parsed', async () => {
  const answer = await clients.user.request('PUT', '/api/option/', '{')
  expect(answer.body.code).toBe('insufficient_rights')
})
