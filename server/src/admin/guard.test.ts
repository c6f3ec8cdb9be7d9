import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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

const send = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const { status, body } = await readAnswer(await app.send(path, { method, headers }))
  return { status, code: body.code }
}

test('without a credential the answer is 401', async () => {
  expect(await send('/api/user/self', {})).toEqual({ status: 401, code: 'not_logged_in' })
  expect(await send('/api/user/self', { cookie: 'session=unknown' })).toEqual({
    status: 401,
    code: 'not_logged_in',
  })
})

test('no answer of the management API may be stored by a cache', async () => {
  for (const answer of [await app.send('/api/user/self'), await app.send('/api/nothing')])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await user.get('/api/user/self')).headers.get('cache-control')).toBe('no-store')
})

test('an unknown access token is reported before any other check', async () => {
  expect(await send('/api/user/self', { authorization: 'Bearer nothing' })).toEqual({
    status: 200,
    code: 'access_token_invalid',
  })
})

test('the user header is required and must contain the id of the caller', async () => {
  const { cookie } = user
  expect(await send('/api/user/self', { cookie })).toEqual({ status: 401, code: 'user_header_missing' })
  for (const value of ['abc', '0', String(admin.id)])
    expect(await send('/api/user/self', { cookie, 'new-api-user': value })).toEqual({
      status: 401,
      code: 'user_header_invalid',
    })
})

describe('a write with a session', () => {
  const evil = 'https://evil.example'
  const extension = 'chrome-extension://abcdefghijklmnop'

  const accepted: [from: string, headers: Record<string, string>][] = [
    ['our own page', { 'sec-fetch-site': 'same-origin' }],
    ['our own page in an older browser', { origin: testOrigin }],
    ['a program', {}],
    ['an extension of Chrome', { 'sec-fetch-site': 'none', origin: extension }],
    ['an extension without an origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
    ['an extension of Firefox', { 'sec-fetch-site': 'same-site', origin: 'moz-extension://1b2c' }],
    ['an app', { origin: 'capacitor://localhost' }],
  ]
  test.each(accepted)('from %s is accepted', async (_, headers) => {
    const own = { cookie: user.cookie, 'new-api-user': String(user.id), ...headers }
    expect(await send('/api/user/self', own, 'PUT')).toEqual({ status: 200, code: undefined })
    expect(await send('/api/user/aff', own)).toEqual({ status: 200, code: undefined })
  })

  const refused: [from: string, headers: Record<string, string>][] = [
    ['a page of another site', { origin: evil }],
    ['a page of another site that sends sec-fetch-site', { 'sec-fetch-site': 'cross-site', origin: evil }],
    ['a page of a sister domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.gateway.test' }],
    ['a page of our host over another scheme', { 'sec-fetch-site': 'same-site', origin: testOrigin }],
    ['a frame without an origin', { origin: 'null' }],
    ['a picture', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ]
  test.each(refused)('from %s is refused', async (_, headers) => {
    const own = { cookie: user.cookie, 'new-api-user': String(user.id), ...headers }
    const expected = { status: 403, code: 'cross_site_request' as const }
    expect(await send('/api/user/self', own, 'PUT')).toEqual(expected)
    expect(await send('/api/user/aff', own)).toEqual(expected)
  })

  test('needs the user header of its account even if the route does not require one', async () => {
    const { cookie } = await app.addUser({})
    const logout = (headers: Record<string, string>) => send('/api/user/logout', { cookie, ...headers }, 'POST')
    const expected = { status: 403, code: 'cross_site_request' as const }
    expect(await logout({})).toEqual(expected)
    expect(await logout({ 'new-api-user': String(user.id) })).toEqual(expected)
    expect(await logout({ 'sec-fetch-site': 'none' })).toEqual(expected)
  })

  test('a page of another origin is not permitted to send the user header', async () => {
    const answer = await app.send('/api/user/self', {
      method: 'OPTIONS',
      headers: {
        origin: evil,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'new-api-user',
      },
    })
    expect(answer.headers.get('access-control-allow-headers')).toBeNull()
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('a page at the configured address of the server may write', async () => {
  await app.root.put('/api/option/', { key: 'ServerAddress', value: 'https://ai.example/' })
  const headers = { cookie: user.cookie, 'new-api-user': String(user.id), origin: 'https://ai.example' }
  expect((await send('/api/user/self', headers, 'PUT')).status).toBe(200)
})

test('a role below that of the route is refused, and higher roles are allowed', async () => {
  expect((await user.get('/api/option/')).body).toMatchObject({ success: false, code: 'insufficient_rights' })
  expect((await admin.get('/api/option/')).body.success).toBe(true)
  expect((await app.root.get('/api/option/')).body.success).toBe(true)
})

test('a ban and a changed role take effect at the next request', async () => {
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

test('a path with or without trailing slashes is the same route with the same guard', async () => {
  for (const path of ['/api/option', '/api/option/', '/api/option//'])
    expect((await user.get(path)).body.code).toBe('insufficient_rights')
})

test('an access token acts for its owner without an origin, and a new token replaces it', async () => {
  const made = await admin.get('/api/user/token')
  const token = String(made.body.data)
  const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(admin.id) }
  expect(await send('/api/option/', headers)).toMatchObject({ status: 200, code: undefined })
  expect(await send('/api/user/self', { ...headers, authorization: token }, 'PUT')).toMatchObject({
    status: 200,
    code: undefined,
  })
  expect(await send('/api/option/', { authorization: token })).toMatchObject({ status: 200 })
  expect(await send('/api/user/self', { authorization: token }, 'PUT')).toMatchObject({ status: 200 })
  const another = { authorization: token, 'new-api-user': String(admin.id + 1) }
  expect(await send('/api/option/', another)).toMatchObject({ code: 'user_header_invalid' })
  const stored = await app.store.db.selectFrom('users').select('access_token_hash').execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  await admin.post('/api/user/token')
  expect(await send('/api/option/', headers)).toMatchObject({ code: 'access_token_invalid' })
})

test('a body that is too large, unreadable or nested too deeply is refused', async () => {
  const put = (body: string) => admin.request('PUT', '/api/option/', body)
  expect(await put('{')).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  const long = await admin.request('PUT', '/api/user/self', `"${'a'.repeat(1_048_577)}"`)
  expect(long).toMatchObject({
    status: 413,
    body: { code: 'request_too_large' },
  })
  expect(await put('['.repeat(1_000))).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
  // A byte order mark does not spare a body the check.
  expect(await put(`\uFEFF{"a":${'['.repeat(1_000)}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await put(`{"a":${'['.repeat(1_000)}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
  expect(await put('{"key":"Logo","key":"Logo"}')).toMatchObject({ status: 400 })
  const login = await app.send('/api/user/login', { method: 'POST', body: `{"a":"${'a'.repeat(70_000)}"}` })
  expect(login.status).toBe(413)
})

test('texts with U+0000 are refused by field, because not every database can store them', async () => {
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
