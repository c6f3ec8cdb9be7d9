import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { User } from '@sluice/contract/user'
import { readAnswer, startTestApp, type TestApp, testOrigin, testPassword } from '../test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

async function login(body: unknown, headers: Record<string, string> = {}) {
  const answer = await app.send('/api/user/login', { method: 'POST', headers, body: JSON.stringify(body) })
  return await readAnswer(answer)
}

const readCookie = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''

test('a sign-in returns the account and sets a cookie that scripts cannot read', async () => {
  const answer = await login({ username: 'root', password: testPassword })
  expect(answer.body).toMatchObject({
    success: true,
    data: { id: app.root.id, username: 'root', role: 100, quota: 100_000_000, access_token: expect.any(String) },
  })
  const cookie = answer.headers.get('set-cookie') ?? ''
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute)
  expect(cookie).not.toContain('Secure')
  expect(answer.headers.get('x-oneapi-request-id')).toMatch(/^\d{15,}[0-9A-Za-z]{8}$/)
})

test('a wrong password, an unknown name and a banned account get the same answer', async () => {
  await app.addUser({ username: 'banned', status: 2 })
  const answers = [
    await login({ username: 'root', password: 'wrong password' }),
    await login({ username: 'nobody', password: testPassword }),
    await login({ username: 'banned', password: testPassword }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, code: 'login_failed', message: answers[0]!.body.message })
  }
})

test('after five failures an account is locked for the address they came from', async () => {
  for (let attempt = 0; attempt < 5; attempt++) await login({ username: 'root', password: 'wrong' })
  const answer = await login({ username: 'root', password: testPassword })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.body).toMatchObject({ code: 'rate_limit_exceeded' })
})

test('a limited user name does not reveal its mail address', async () => {
  const user = await app.addUser({ username: 'known' })
  const { db } = app.store
  await db.updateTable('users').set({ email: 'known@x.org' }).where('id', '=', user.id).execute()
  const wrong = 'wrong password'
  for (let attempt = 0; attempt < 5; attempt++) await login({ username: 'known', password: wrong })
  expect((await login({ username: 'known', password: wrong })).status).toBe(429)
  for (const username of ['known@x.org', 'nobody@x.org'])
    expect((await login({ username, password: wrong })).body.code).toBe('login_failed')
})

test.each([
  ['known@x.org', 'Known@X.org'],
  ['nobody@x.org', 'Nobody@X.org'],
])('failures are counted together for any case of a mail address: %s', async (username, otherCase) => {
  const user = await app.addUser({ username: 'known' })
  const { db } = app.store
  await db.updateTable('users').set({ email: 'known@x.org' }).where('id', '=', user.id).execute()
  for (let attempt = 0; attempt < 5; attempt++) await login({ username, password: 'wrong password' })
  expect((await login({ username: otherCase, password: testPassword })).status).toBe(429)
})

test('a correct password does not reset the failures of a name that differs only in case', async () => {
  await app.addUser({ username: 'ROOT' })
  for (let attempt = 0; attempt < 5; attempt++) {
    await login({ username: 'root', password: 'wrong password' })
    expect((await login({ username: 'ROOT', password: testPassword })).body.success).toBe(true)
  }
  expect((await login({ username: 'root', password: testPassword })).status).toBe(429)
})

test('parallel attempts are limited like attempts one after another', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => login({ username: 'root', password: 'wrong password' })),
  )
  expect(answers.filter((answer) => answer.body.code === 'login_failed')).toHaveLength(5)
})

test('correct passwords are never counted', async () => {
  for (let count = 0; count < 6; count++)
    expect((await login({ username: 'root', password: testPassword })).body.success).toBe(true)
  for (let attempt = 0; attempt < 4; attempt++) await login({ username: 'root', password: 'wrong' })
  expect((await login({ username: 'root', password: testPassword })).body.success).toBe(true)
  for (let attempt = 0; attempt < 4; attempt++) await login({ username: 'root', password: 'wrong' })
  expect((await login({ username: 'root', password: testPassword })).body.success).toBe(true)
}, 30_000)

test('a failed sign-in is delayed so that its duration does not depend on the hash', async () => {
  await app.close()
  let now = 0
  const waits: number[] = []
  app = await startTestApp({
    clock: { now: () => Date.now(), monotonic: () => (now += 40) },
    wait: async (ms) => waits.push(ms),
  })
  await login({ username: 'root', password: testPassword })
  expect(waits).toEqual([])
  await login({ username: 'root', password: 'wrong password' })
  await login({ username: 'nobody', password: 'wrong password' })
  expect(waits).toHaveLength(2)
  for (const ms of waits) expect(ms).toBeWithin(1, 300)
})

test('a log-in shows that an imported password is too short, until there is a new one', async () => {
  const admin = await app.addUser({ username: 'old', role: 10 })
  const { db } = app.store
  const readMark = async () => ((await admin.get('/api/user/self')).body.data as User).password_is_short
  expect(await readMark()).toBe(false)
  const bcrypt = await Bun.password.hash('123456', { algorithm: 'bcrypt', cost: 4 })
  await db.updateTable('users').set({ password_hash: bcrypt }).where('id', '=', admin.id).execute()
  expect((await login({ username: 'old', password: '123457' })).body.success).toBe(false)
  expect(await readMark()).toBe(false)
  expect((await login({ username: 'old', password: '123456' })).body.success).toBe(true)
  expect(await readMark()).toBe(true)
  // Its hash was replaced meanwhile.
  expect((await login({ username: 'old', password: '123456' })).body.success).toBe(true)
  expect(await readMark()).toBe(true)
  const change = { original_password: '123456', password: 'x'.repeat(128) }
  expect((await admin.put('/api/user/self', change)).body.success).toBe(true)
  expect((await login({ username: 'old', password: change.password })).body.success).toBe(true)
  expect(await readMark()).toBe(false)
})

test('an imported bcrypt hash is accepted and replaced', async () => {
  const user = await app.addUser({ username: 'old' })
  const bcrypt = await Bun.password.hash('bcrypt password', { algorithm: 'bcrypt', cost: 4 })
  const { db } = app.store
  await db.updateTable('users').set({ password_hash: bcrypt }).where('id', '=', user.id).execute()
  expect((await login({ username: 'old', password: 'bcrypt password' })).body.success).toBe(true)
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirst()
  expect(row?.password_hash).toStartWith('$argon2id$')
  expect((await login({ username: 'old', password: 'bcrypt password' })).body.success).toBe(true)
})

test('a form of another site cannot sign in', async () => {
  const crossSite = await login({ username: 'root', password: testPassword }, { origin: 'https://evil.example' })
  expect(crossSite).toMatchObject({ status: 403, body: { code: 'cross_site_request' } })
})

test('while password sign-in is disabled it is refused', async () => {
  const row = { name: 'PasswordLoginEnabled', value: 'false', updated_at: 1 }
  await app.store.db.insertInto('options').values(row).execute()
  await app.state.publish({ kind: 'options' })
  expect((await login({ username: 'root', password: testPassword })).body).toMatchObject({
    code: 'login_disabled',
  })
})

test('a sign-out ends the session on the server, and a page of another site cannot cause it', async () => {
  const { cookie } = app.root
  const crossSite = await app.send('/api/user/logout', {
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  })
  expect(crossSite.status).toBe(403)
  expect((await app.root.get('/api/user/self')).status).toBe(200)
  expect((await app.root.get('/api/user/logout')).body.success).toBe(true)
  expect((await app.root.get('/api/user/self')).status).toBe(401)
  const again = await app.send('/api/user/logout', { method: 'POST', headers: { origin: testOrigin } })
  expect(again.status).toBe(200)
})

test('a sign-in ends the previous session of the browser', async () => {
  const first = await login({ username: 'root', password: testPassword })
  const cookie = readCookie(first.headers)
  await login({ username: 'root', password: testPassword }, { cookie })
  const headers = { cookie, 'new-api-user': String(app.root.id) }
  expect((await app.send('/api/user/self', { headers })).status).toBe(401)
})

test('an account has at most twenty sessions, and the oldest end first', async () => {
  for (let count = 0; count < 20; count++) await login({ username: 'root', password: testPassword })
  expect((await app.root.get('/api/user/self')).status).toBe(401)
}, 20_000)
