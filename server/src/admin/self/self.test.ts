import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import type { SessionItem } from '@sluice/contract/session'
import { buildSessionCookie } from '../../identity/session-cookie.ts'
import { startTestApp, type TestApp, testPassword } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Starts a further session; returns a function that reads the status of a request with it. */
async function startSession(username: string, id: number) {
  const answer = await app.send('/api/user/login', {
    method: 'POST',
    body: JSON.stringify({ username, password: testPassword }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async () => (await app.send('/api/user/self', { headers: { cookie, 'new-api-user': String(id) } })).status
}

test('an account reads its current balance, but no secret of itself', async () => {
  const { body } = await app.root.get('/api/user/self')
  expect(body.data).toMatchObject({ username: 'root', quota: 100_000_000, password: '', access_token: null })
  expect(JSON.stringify(body)).not.toContain('argon2')
})

test('a new password needs the old one and ends the other sessions', async () => {
  const user = await app.addUser({ username: 'paula' })
  const other = await startSession('paula', user.id)
  expect(await other()).toBe(200)
  const wrong = await user.put('/api/user/self', { password: 'another one 2', original_password: 'nonsense' })
  expect(wrong.body).toMatchObject({ success: false, code: 'password_wrong' })
  expect(wrong.body.fields).toHaveProperty('original_password')
  const missing = await user.put('/api/user/self', { password: 'another one 2' })
  expect(missing.body.success).toBe(false)
  const same = await user.put('/api/user/self', { password: testPassword, original_password: testPassword })
  expect(Object.keys(same.body.fields ?? {})).toEqual(['password'])
  expect(await other()).toBe(200)
  const changed = await user.put('/api/user/self', {
    password: 'another one 2',
    original_password: testPassword,
  })
  expect(changed.body.success).toBe(true)
  expect(await other()).toBe(401)
  expect((await user.get('/api/user/self')).status).toBe(200)
})

test('a new password ends the system access token', async () => {
  const user = await app.addUser({ username: 'petra' })
  const { data: token } = (await user.post('/api/user/token')).body
  const readByToken = async () =>
    (
      await app.send('/api/user/self', {
        headers: { authorization: `Bearer ${token}`, 'new-api-user': String(user.id) },
      })
    ).json() as Promise<{ success: boolean }>
  await user.put('/api/user/self', { username: 'petra2', original_password: testPassword })
  expect((await readByToken()).success).toBe(true)
  await user.put('/api/user/self', { password: 'another one 2', original_password: testPassword })
  expect((await readByToken()).success).toBe(false)
})

test('only permitted fields are written, never the quota, role or group', async () => {
  const user = await app.addUser({ username: 'nora' })
  await user.put('/api/user/self', { display_name: 'Nora', quota: 1e9, role: 100, group: 'svip' })
  const { body } = await user.get('/api/user/self')
  expect(body.data).toMatchObject({
    username: 'nora',
    display_name: 'Nora',
    quota: 0,
    role: 1,
    group: 'default',
    has_password: true,
  })
  await user.put('/api/user/self', { display_name: '', password: '' })
  expect((await user.get('/api/user/self')).body.data).toMatchObject({ display_name: 'Nora' })
  for (const display_name of ['x'.repeat(21), 'a\u202eb'])
    expect((await user.put('/api/user/self', { display_name })).body.code).toBe('invalid_parameters')
  expect((await user.put('/api/user/self', { password: 'short' })).body.fields).toHaveProperty('password')
})

test('a new name requires the password, must follow the rules for names, and must be unused', async () => {
  const user = await app.addUser({ username: 'olga' })
  await app.addUser({ username: 'pavel' })
  const rename = (username: string, original_password = testPassword) =>
    user.put('/api/user/self', { username, original_password })
  expect((await rename('olga2', 'wrong')).body.fields).toHaveProperty('original_password')
  expect((await rename('pavel')).body).toMatchObject({
    code: 'username_taken',
    field_reasons: { username: { code: 'usernameTaken' } },
  })
  for (const name of ['a name that is too long', 'o@x.org', 'ol\u202ega'])
    expect((await rename(name)).body.fields).toHaveProperty('username')
  expect((await rename('olga2')).body.success).toBe(true)
  // The form also sends the name when only another field changes.
  expect((await user.put('/api/user/self', { username: 'olga2', display_name: 'Olga' })).body.success).toBe(true)
  expect((await user.get('/api/user/self')).body.data).toMatchObject({
    username: 'olga2',
    display_name: 'Olga',
  })
})

test('the number of wrong old passwords is limited', async () => {
  const user = await app.addUser({ username: 'rosa' })
  const change = (original_password: string) =>
    user.put('/api/user/self', { password: 'another one 2', original_password })
  for (let attempt = 0; attempt < 5; attempt++) await change('wrong')
  expect(await change(testPassword)).toMatchObject({ status: 429, body: { code: 'rate_limit_exceeded' } })
})

test('an account without a password sets its first one', async () => {
  const user = await app.addUser({ username: 'otto' })
  const { db } = app.store
  await db.updateTable('users').set({ password_hash: '' }).where('id', '=', user.id).execute()
  expect((await user.get('/api/user/self')).body.data).toMatchObject({ has_password: false })
  const { data: token } = (await user.post('/api/user/token')).body
  // Neither an old session nor a system access token may set it.
  const startedAt = Date.now() - 11 * 60_000
  await db.updateTable('sessions').set({ created_at: startedAt }).where('user_id', '=', user.id).execute()
  await app.state.publish({ kind: 'user', id: user.id })
  const late = await user.put('/api/user/self', { password: 'first one 1' })
  expect(late.body).toMatchObject({ success: false, code: 'sign_in_again' })
  const byToken = await app.send('/api/user/self', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'new-api-user': String(user.id) },
    body: JSON.stringify({ password: 'first one 1' }),
  })
  expect(await byToken.json()).toMatchObject({ code: 'sign_in_again' })
  await db.updateTable('sessions').set({ created_at: Date.now() }).where('user_id', '=', user.id).execute()
  await app.state.publish({ kind: 'user', id: user.id })
  expect((await user.put('/api/user/self', { password: 'first one 1' })).body.success).toBe(true)
  const again = await user.put('/api/user/self', { password: 'second one 2' })
  expect(again.body.fields).toHaveProperty('original_password')
})

test('an account lists its sessions, and ends one of them or all others', async () => {
  const user = await app.addUser({ username: 'tina' })
  const [second, third] = [await startSession('tina', user.id), await startSession('tina', user.id)]
  const listSessions = async () => (await user.get('/api/user/self/sessions')).body.data as SessionItem[]
  const sessions = await listSessions()
  expect(sessions).toHaveLength(3)
  const current = sessions.find((session) => session.current)
  expect(current).toMatchObject({ ip: '192.0.2.1', user_agent: 'test' })
  expect(current?.created_at).toBeGreaterThan(1_700_000_000)
  expect(current?.created_at).toBeLessThan(4_000_000_000)
  expect(JSON.stringify(sessions)).not.toContain(user.cookie.split('=')[1] ?? '-')

  const other = sessions.find((session) => !session.current)
  expect((await user.delete(`/api/user/self/sessions/${other?.id}`)).body.success).toBe(true)
  expect((await user.delete(`/api/user/self/sessions/${other?.id}`)).body.code).toBe('not_found')
  expect([await second(), await third()].toSorted()).toEqual([200, 401])
  expect((await user.delete('/api/user/self/sessions')).body.success).toBe(true)
  expect([await second(), await third()]).toEqual([401, 401])
  expect(await listSessions()).toHaveLength(1)
})

test('newer clients list and end the same sessions under their own addresses', async () => {
  const user = await app.addUser({ username: 'uwe' })
  const [second, third] = [await startSession('uwe', user.id), await startSession('uwe', user.id)]
  const sessions = (await user.get('/api/user/sessions')).body.data as { sid: string; current: boolean }[]
  expect(sessions).toHaveLength(3)
  expect(sessions[0]).toMatchObject({ ip: '192.0.2.1', last_active_at: expect.any(Number) })
  const sid = sessions.find(({ current }) => !current)?.sid
  const ended = await user.delete(`/api/user/sessions/${sid}`)
  expect(ended.body.data).toEqual({ revoked_sid: sid, current: false })
  expect((await user.delete(`/api/user/sessions/${sid}`)).body.code).toBe('not_found')
  const others = await user.post('/api/user/sessions/revoke-others')
  expect(others.body.data).toEqual({ revoked_count: 1 })
  expect([await second(), await third()]).toEqual([401, 401])
  expect((await user.get('/api/user/self')).status).toBe(200)
})

test('an account hides menu entries, and such a request writes nothing else', async () => {
  const user = await app.addUser({ username: 'ulla' })
  const readSelf = async () => (await user.get('/api/user/self')).body.data
  const { display_name } = (await readSelf()) as { display_name: string }
  expect(await readSelf()).toMatchObject({
    sidebar_modules: '',
    permissions: { sidebar_settings: true, sidebar_modules: { admin: false } },
  })
  const sidebar_modules = '{"console":{"enabled":true,"log":false},"subscription":{"enabled":true}}'
  await user.put('/api/user/self', { sidebar_modules, display_name: 'Not this' })
  expect(await readSelf()).toMatchObject({ sidebar_modules, display_name })
  await user.put('/api/user/self', { language: 'zh', display_name: 'Nor this' })
  await user.put('/api/user/setting', { notify_type: 'email' })
  expect(await readSelf()).toMatchObject({ sidebar_modules, language: 'zh', display_name })
  for (const wrong of ['[]', '{', 'true', `{"a":"${'x'.repeat(9_000)}"}`])
    expect((await user.put('/api/user/self', { sidebar_modules: wrong })).body.fields).toHaveProperty('sidebar_modules')
  await user.put('/api/user/self', { sidebar_modules: '' })
  expect(await readSelf()).toMatchObject({ sidebar_modules: '' })
  await user.put('/api/user/self', { ...((await readSelf()) as object), display_name: 'Ulla B' })
  expect(await readSelf()).toMatchObject({ language: 'zh', display_name: 'Ulla B' })
  expect((await app.root.get('/api/user/self')).body.data).toMatchObject({
    permissions: { sidebar_modules: {} },
  })
})

test('no account can end a session of another', async () => {
  const [user, victim] = [await app.addUser({ username: 'udo' }), await app.addUser({ username: 'vera' })]
  const [session] = (await victim.get('/api/user/self/sessions')).body.data as SessionItem[]
  expect((await user.delete(`/api/user/self/sessions/${session?.id}`)).body.code).toBe('not_found')
  expect((await user.delete('/api/user/self/sessions/x')).body.code).toBe('invalid_parameters')
  expect((await victim.get('/api/user/self')).status).toBe(200)
})

test('deleting an account removes its sessions, keys, mail address and name, but keeps its records', async () => {
  const user = await app.addUser({ username: 'wanda' })
  const { db } = app.store
  await db
    .updateTable('users')
    .set({ email: 'wanda@example.org', github_id: '7', setting: '{"notify_type":"email"}' })
    .where('id', '=', user.id)
    .execute()
  const token = String((await user.post('/api/user/token')).body.data)
  await user.post('/api/token/', { name: 'mine' })
  expect((await user.delete('/api/user/self')).body.success).toBe(true)
  expect((await user.get('/api/user/self')).status).toBe(401)
  const byToken = await app.send('/api/user/self', {
    headers: { authorization: token, 'new-api-user': String(user.id) },
  })
  expect(await byToken.json()).toMatchObject({ code: 'access_token_invalid' })
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    username: `deleted@${user.id}`,
    email: null,
    github_id: null,
    setting: '{}',
    password_hash: '',
    display_name: '',
  })
  const tokens = await db.selectFrom('api_tokens').selectAll().where('user_id', '=', user.id).execute()
  expect(tokens).toMatchObject([{ key_box: '', deleted_at: expect.any(Number) }])
  expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  const [line] = ((await app.root.get('/api/audit/?action=user.delete')).body.data as PagedList<object>).items
  expect(line).toMatchObject({ actor_id: user.id, object_id: String(user.id) })
})

test('the super administrator cannot delete itself', async () => {
  expect((await app.root.delete('/api/user/self')).body.code).toBe('root_protected')
  expect((await app.root.get('/api/user/self')).status).toBe(200)
})

test('over HTTPS the session cookie is marked Secure', () => {
  expect(buildSessionCookie('x', { isHttps: true, maxAgeSeconds: 1 })).toContain('; Secure')
})
