import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { RouteKey } from '@sluice/contract/routes'
import { startTestApp, type TestApp, type TestClient } from './test-app.ts'

let app: TestApp
let clients: Record<'user' | 'admin' | 'root', TestClient>
beforeAll(async () => {
  app = await startTestApp()
  clients = { user: await app.addUser({}), admin: await app.addUser({ role: 10 }), root: app.root }
})
afterAll(() => app.close())

/** The routes of accounts and the lowest role that each requires. The bodies sent to them change nothing. */
const lowestRoles = {
  'GET /api/user/self': 'user',
  'PUT /api/user/self': 'user',
  'GET /api/user/self/sessions': 'user',
  'DELETE /api/user/self/sessions': 'user',
  'DELETE /api/user/self/sessions/:id': 'user',
  'PUT /api/user/setting': 'user',
  'GET /api/user/token': 'user',
  'POST /api/user/token': 'user',
  'GET /api/user/aff': 'user',
  'POST /api/user/aff_transfer': 'user',
  'GET /api/oauth/email/bind': 'user',
  'POST /api/oauth/email/bind': 'user',
  'POST /api/oauth/email/unbind': 'user',
  'GET /api/oauth/wechat/bind': 'user',
  'POST /api/oauth/wechat/bind': 'user',
  'POST /api/oauth/telegram/bind': 'user',
  'GET /api/user/models': 'user',
  'GET /api/user/video_models': 'user',
  'GET /api/user/self/groups': 'user',
  'GET /api/group/': 'admin',
  'GET /api/user/': 'admin',
  'GET /api/user/search': 'admin',
  'GET /api/user/:id': 'admin',
  'POST /api/user/': 'admin',
  'PUT /api/user/': 'admin',
  'POST /api/user/manage': 'admin',
  'DELETE /api/user/:id': 'admin',
  'GET /api/audit/': 'admin',
} as const satisfies Partial<Record<RouteKey, 'user' | 'admin'>>

const order = ['user', 'admin', 'root'] as const

const routes = Object.entries(lowestRoles).map(([key, lowest]) => {
  const [method = '', path = ''] = key.replace(':id', '99999').split(' ')
  return { key, lowest, method, path, body: method === 'GET' ? undefined : {} }
})

for (const { key, lowest, method, path, body } of routes) {
  test(`${key} is allowed to ${lowest} and higher roles`, async () => {
    const anonymous = await app.send(path, { method, ...(body && { body: '{}' }) })
    expect(anonymous.status).toBe(401)
    for (const role of order) {
      const answer = await clients[role].request(method, path, body)
      const isRefused = answer.body.code === 'insufficient_rights'
      expect({ role, isRefused, status: answer.status }).toEqual({
        role,
        isRefused: order.indexOf(role) < order.indexOf(lowest),
        status: 200,
      })
    }
  })
}

test('a banned account is refused everywhere', async () => {
  const banned = await app.addUser({ status: 2 })
  for (const { key, method, path, body } of routes) {
    const answer = await banned.request(method, path, body)
    expect({ key, code: answer.body.code }).toEqual({ key, code: 'account_banned' })
  }
})

test('a write with a session cookie is refused if it comes from a page of another site', async () => {
  const headers = { origin: 'https://evil.example' }
  for (const { key, method, path, body } of routes) {
    // These are the GET routes that write.
    if (method === 'GET' && !/token|aff|bind/.test(path)) continue
    const answer = await clients.root.request(method, path, body, headers)
    expect({ key, code: answer.body.code }).toEqual({ key, code: 'cross_site_request' })
  }
})
