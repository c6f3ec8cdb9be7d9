import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readAnswer, startTestApp, type TestApp, type TestClient, testOrigin } from './test-app.ts'

let app: TestApp
let user: TestClient
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  user = await app.addUser({})
  admin = await app.addUser({ role: 10 })
})
afterAll(() => app.close())

const ask = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const { status, body } = await readAnswer(await app.send(path, { method, headers }))
  return { status, code: body.code }
}

test('without a credential the answer is 401', async () => {
  expect(await ask('/api/user/self', {})).toEqual({ status: 401, code: 'not_logged_in' })
  expect(await ask('/api/user/self', { cookie: 'session=unknown' })).toEqual({
    status: 401,
    code: 'not_logged_in',
  })
})

test('no answer about an account is kept by a cache', async () => {
  for (const answer of [await app.send('/api/user/self'), await app.send('/api/nothing')])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await user.get('/api/user/self')).headers.get('cache-control')).toBe('no-store')
})

test('an unknown access token is told before anything else is looked at', async () => {
  expect(await ask('/api/user/self', { authorization: 'Bearer nothing' })).toEqual({
    status: 200,
    code: 'access_token_invalid',
  })
})

test('the user header must be there and name the caller', async () => {
  const { cookie } = user
  expect(await ask('/api/user/self', { cookie })).toEqual({ status: 401, code: 'user_header_missing' })
  for (const value of ['abc', '0', String(admin.id)])
    expect(await ask('/api/user/self', { cookie, 'new-api-user': value })).toEqual({
      status: 401,
      code: 'user_header_invalid',
    })
})

test('a write that rides on a cookie shows where it comes from', async () => {
  const own = { cookie: user.cookie, 'new-api-user': String(user.id) }
  const refused = { status: 403, code: 'cross_site_request' }
  const write = (headers: Record<string, string>) => ask('/api/user/self', { ...own, ...headers }, 'PUT')
  expect(await write({})).toEqual(refused)
  expect(await write({ origin: 'https://evil.example' })).toEqual(refused)
  expect(await write({ origin: 'null' })).toEqual(refused)
  expect(await write({ 'sec-fetch-site': 'same-site', origin: testOrigin })).toEqual(refused)
  expect(await write({ 'sec-fetch-site': 'none' })).toEqual(refused)
  expect(await write({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200, code: undefined })
  expect(await write({ origin: testOrigin })).toMatchObject({ status: 200, code: undefined })
  expect(await ask('/api/user/token', own)).toEqual(refused)
})

test('the configured address of the server counts as its own', async () => {
  await app.root.put('/api/option/', { key: 'ServerAddress', value: 'https://ai.example/' })
  const headers = { cookie: user.cookie, 'new-api-user': String(user.id), origin: 'https://ai.example' }
  expect((await ask('/api/user/self', headers, 'PUT')).status).toBe(200)
})

test('a role below the route is refused, and every role above is let in', async () => {
  expect((await user.get('/api/option/')).body).toMatchObject({ success: false, code: 'insufficient_rights' })
  expect((await admin.get('/api/option/')).body.success).toBe(true)
  expect((await app.root.get('/api/option/')).body.success).toBe(true)
})

test('a ban and a changed role count at the next request', async () => {
  const victim = await app.addUser({ role: 10 })
  expect((await victim.get('/api/option/')).body.success).toBe(true)
  const { db } = app.store
  await db.updateTable('users').set({ role: 1 }).where('id', '=', victim.id).execute()
  await app.state.publish({ kind: 'user', id: victim.id })
  expect((await victim.get('/api/option/')).body.code).toBe('insufficient_rights')
  await db.updateTable('users').set({ status: 2 }).where('id', '=', victim.id).execute()
  await app.state.publish({ kind: 'user', id: victim.id })
  expect((await victim.get('/api/user/self')).body.code).toBe('account_banned')
})

test('both spellings of a path are one route with one guard', async () => {
  for (const path of ['/api/option', '/api/option/', '/api/option//'])
    expect((await user.get(path)).body.code).toBe('insufficient_rights')
})

test('an access token acts for its owner without an origin, and a new one replaces it', async () => {
  const made = await admin.get('/api/user/token')
  const token = String(made.body.data)
  const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(admin.id) }
  expect(await ask('/api/option/', headers)).toMatchObject({ status: 200, code: undefined })
  expect(await ask('/api/user/self', { ...headers, authorization: token }, 'PUT')).toMatchObject({
    status: 200,
    code: undefined,
  })
  expect(await ask('/api/option/', { authorization: token })).toMatchObject({ code: 'user_header_missing' })
  const stored = await app.store.db.selectFrom('users').select('access_token_hash').execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  await admin.post('/api/user/token')
  expect(await ask('/api/option/', headers)).toMatchObject({ code: 'access_token_invalid' })
})

test('bodies are bounded, readable and not nested without end', async () => {
  const put = (body: string) => admin.request('PUT', '/api/option/', body)
  expect(await put('{')).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  const long = await admin.request('PUT', '/api/user/self', `"${'a'.repeat(1_048_577)}"`)
  expect(long).toMatchObject({
    status: 413,
    body: { code: 'request_too_large' },
  })
  expect(await put('['.repeat(1_000))).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  expect(await put(`{"a":${'['.repeat(1_000)}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
  expect(await put('{"key":"Logo","key":"Logo"}')).toMatchObject({ status: 400 })
  const login = await app.send('/api/user/login', { method: 'POST', body: `{"a":"${'a'.repeat(70_000)}"}` })
  expect(login.status).toBe(413)
})

test('texts with U+0000 are refused by field: not every database could keep them', async () => {
  const refused = { success: false, code: 'invalid_parameters' }
  expect((await user.post('/api/token/', { name: 'a\0b' })).body).toMatchObject({
    ...refused,
    fields: { name: expect.stringContaining('U+0000') },
  })
  expect((await user.get('/api/token/search?keyword=%00')).body).toMatchObject(refused)
  expect((await admin.post('/api/channel/', { name: 'x', groups: ['a', 'b\0'] })).body).toMatchObject({
    ...refused,
    fields: { groups: expect.stringContaining('U+0000') },
  })
})
