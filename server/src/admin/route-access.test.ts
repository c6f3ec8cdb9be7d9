import { afterAll, beforeAll, expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import { type RouteKey, routeEntry, routes } from '@sluice/contract/routes'
import { createApiClient } from '../../../console/src/lib/api-client.ts'
import { startTestApp, type TestApp, type TestClient, testOrigin } from './test-app.ts'

// The console's client calls every route of the table in every role. Bodies are not JSON, so that an admitted call
// changes nothing.

const roleNames = ['stranger', 'user', 'admin', 'root'] as const
type RoleName = (typeof roleNames)[number]
type Verdict = 'let in' | 'not signed in' | 'insufficient rights' | 'no key'

let app: TestApp
let clients: Record<Exclude<RoleName, 'stranger'>, TestClient>
const addClient = (role: keyof typeof clients) => app.addUser({ role: roles[role] })
beforeAll(async () => {
  app = await startTestApp()
  clients = { user: await addClient('user'), admin: await addClient('admin'), root: await addClient('root') }
})
afterAll(() => app.close())

/** Routes that end the session or account of the caller: each caller gets its own. */
const endsItsCaller: readonly RouteKey[] = [
  'GET /api/user/logout',
  'POST /api/user/logout',
  'POST /api/user/auth/logout',
  'DELETE /api/user/self',
  'DELETE /api/user/self/sessions',
]

/** Pages that people navigate to: without a session, the page itself says so. */
const asksForASession: readonly RouteKey[] = ['GET /api/user/pay/form']

/** Calls that need a cookie of their own, which no client here has. */
const asksForACookie: readonly RouteKey[] = ['POST /api/user/auth/refresh']

/** Reads that need a name to be given, or an option in the settings. */
const asksForMore: readonly RouteKey[] = [
  'GET /api/channel/dry_run',
  'GET /api/channel/tag/models',
  'GET /api/data/tokens',
  'GET /api/ratio_config',
  'GET /api/status/update',
  'GET /api/user/checkin',
  'GET /api/user/pay/form',
]

const text = () => ''
const messages = {
  ...{ unreachable: text, expired: text, keyInAddress: text, tooManyRequests: text, internal: text },
  ...{ demoSite: text, other: text, localise: () => ({ message: '', fields: {} }) },
}

/** The answer to a call by the console's client. It has built the method and the path from the key. */
async function callByTable(key: RouteKey, send: (url: string, init: RequestInit) => Promise<Response>) {
  let sent: Promise<Response> | undefined
  const client = createApiClient({
    fetch: async (url, init) => {
      sent = send(url, init)
      // The type of `clone()` is that of another library.
      return (await sent).clone() as Response
    },
    ...{ userId: () => null, language: () => 'en', onUnauthorised: () => {} },
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
  const client = role === 'stranger' ? null : await clientFor(role, key)
  const headers = client && { cookie: client.cookie, origin: testOrigin, 'new-api-user': String(client.id) }
  const answer = await callByTable(key, (path, { method }) =>
    app.send(path, { method, ...(method !== 'GET' && { body: '{' }), ...(headers && { headers }) }),
  )
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  const { code, success } = isJson ? JSON.parse(text) : { code: undefined, success: undefined }
  return { status: answer.status, code, success }
}

const clientFor = async (role: keyof typeof clients, key: RouteKey): Promise<TestClient> =>
  endsItsCaller.includes(key) ? await addClient(role) : clients[role]

function verdictOf({ status, code }: { status: number; code: unknown }): Verdict {
  if (code === 'insufficient_rights') return 'insufficient rights'
  if (code === 'missing_api_key') return 'no key'
  return status === 401 || code === 'not_logged_in' ? 'not signed in' : 'let in'
}

function expected(role: RoleName, key: RouteKey): Verdict {
  const { access } = routeEntry(key)
  if (asksForACookie.includes(key)) return 'not signed in'
  if (asksForASession.includes(key) && role === 'stranger') return 'not signed in'
  if (access === 'key') return 'no key'
  if (access === 'public' || access === 'session') return 'let in'
  if (role === 'stranger') return 'not signed in'
  return roles[role] < roles[access] ? 'insufficient rights' : 'let in'
}

const keys = Object.keys(routes) as RouteKey[]

for (const role of roleNames)
  test(`${role}: reaches what the table says, and nothing else`, async () => {
    for (const key of keys) {
      const answer = await callRoute(role, key)
      expect({ key, verdict: verdictOf(answer) }).toEqual({ key, verdict: expected(role, key) })
      expect({ key, isBroken: answer.status >= 500 }).toEqual({ key, isBroken: false })
    }
  }, 60_000)

test('read-only routes answer every admitted caller', async () => {
  const reads = keys.filter(
    (key) => key.startsWith('GET ') && !key.includes(':') && !routeEntry(key).effect && !asksForMore.includes(key),
  )
  for (const role of roleNames)
    for (const key of reads) {
      if (expected(role, key) !== 'let in') continue
      const { status, success } = await callRoute(role, key)
      expect({ role, key, status, success: success ?? true }).toEqual({ role, key, status: 200, success: true })
    }
}, 60_000)

test('a refusal comes before the input is looked at', async () => {
  const answer = await clients.user.request('PUT', '/api/option/', '{')
  expect(answer.body.code).toBe('insufficient_rights')
})
