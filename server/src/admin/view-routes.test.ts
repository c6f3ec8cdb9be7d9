import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { StartedView } from '@sluice/contract/account-view'
import { roles } from '@sluice/contract/roles'
import { type RouteKey, routeEntry, routes } from '@sluice/contract/routes'
import { keysOf } from '@sluice/contract/typed-keys'
import { viewRightOf } from '@sluice/contract/viewable-routes'
import { createManualClock } from '../platform/test-clock.ts'
import { startTestApp, type TestApp, type TestClient, testOrigin } from './test-app.ts'

let app: TestApp
let admin: TestClient
let alice: TestClient
let view: string
beforeAll(async () => {
  // Some answers have the time of the server.
  app = await startTestApp({ clock: createManualClock(Date.now()) })
  admin = await app.addUser({ role: roles.admin, username: 'desk' })
  alice = await app.addUser({ username: 'alice' })
  await alice.post('/api/token/', { name: 'laptop', unlimited_quota: true })
  view = ((await admin.post(`/api/user/${alice.id}/view`, {})).body.data as StartedView).view
})
afterAll(() => app.close())

const keys = keysOf(routes)
const viewable = keys.filter((key) => viewRightOf(key) !== null)

const headersOf = (client: TestClient) => ({
  cookie: client.cookie,
  origin: testOrigin,
  'new-api-user': String(client.id),
})

/** Calls a route with ids of missing objects. The bodies are not JSON, so that an allowed write has no effect. */
async function call(key: RouteKey, headers: Record<string, string>) {
  const [method = '', path = ''] = key.split(' ')
  const address = path.replace(/:(\w+)/g, '99999')
  const answer = await app.send(address, { method, headers, ...(method !== 'GET' && { body: '{' }) })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return { status: answer.status, text, code: isJson ? (JSON.parse(text).code as unknown) : undefined }
}

test('every route that is not listed is refused in a view, whatever its secret', async () => {
  for (const secret of [view, 'nothing', ''])
    for (const key of keys) {
      if (viewable.includes(key)) continue
      const { code, status } = await call(key, { ...headersOf(admin), 'x-sluice-view': secret })
      expect({ key, code, status }).toEqual({ key, code: 'view_is_read_only', status: 403 })
    }
}, 60_000)

test('the listed routes answer as the account is answered, but for what is secret', async () => {
  const own = new Map<RouteKey, string>()
  for (const key of viewable) own.set(key, (await call(key, headersOf(alice))).text)
  const differ: RouteKey[] = []
  for (const key of viewable) {
    const { text, code } = await call(key, { ...headersOf(admin), 'x-sluice-view': view })
    expect({ key, isRefused: code === 'view_is_read_only' || code === 'view_ended' }).toEqual({ key, isRefused: false })
    if (text.replace(/"request_id":"[^"]*"/, '') !== own.get(key)?.replace(/"request_id":"[^"]*"/, '')) differ.push(key)
  }
  expect(differ.toSorted()).toEqual([
    'GET /api/token/',
    'GET /api/token/search',
    'GET /api/user/self',
    'GET /api/user/self/sessions',
    'GET /api/user/self/view',
    'GET /api/user/sessions',
  ])
}, 60_000)

test('only reads without a side effect are listed, and none of administrators', () => {
  for (const key of viewable) {
    const { access, effect = false, critical = false } = routeEntry(key)
    const isFit = key.startsWith('GET ') && !effect && !critical && ['public', 'session', 'user'].includes(access)
    expect({ key, isFit }).toEqual({ key, isFit: true })
    // Data of the account needs the right of the pages that show it; what the site says to everyone needs none.
    if (access !== 'user') expect({ key, right: viewRightOf(key) }).toEqual({ key, right: 'any' })
  }
})

test('a read leaves the database as it was', async () => {
  const tables = [
    'users',
    'sessions',
    'api_tokens',
    'audit_logs',
    'sign_in_flows',
    'one_time_codes',
    'ledger_entries',
  ] as const
  const read = async () =>
    JSON.stringify(await Promise.all(tables.map((table) => app.store.db.selectFrom(table).selectAll().execute())))
  const before = await read()
  for (const key of viewable) await call(key, { ...headersOf(admin), 'x-sluice-view': view })
  expect(await read()).toBe(before)
}, 60_000)

test('a request for an upgrade is refused too', async () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'x-sluice-view': view }
  const answer = await app.send('/api/user/topup', { headers: { ...headersOf(admin), ...upgrade } })
  expect(answer.status).toBe(403)
})
