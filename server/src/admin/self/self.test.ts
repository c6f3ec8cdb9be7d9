import { afterAll, beforeAll, expect, test } from 'bun:test'
import { buildSessionCookie } from '../../identity/session-cookie.ts'
import { startTestApp, type TestApp, testPassword } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function secondSession(username: string, id: number) {
  const answer = await app.send('/api/user/login', {
    method: 'POST',
    body: JSON.stringify({ username, password: testPassword }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async () =>
    (await app.send('/api/user/self', { headers: { cookie, 'new-api-user': String(id) } })).status
}

test('the own account shows the live balance and no secret', async () => {
  const { body } = await app.root.get('/api/user/self')
  expect(body.data).toMatchObject({ username: 'root', quota: 100_000_000, password: '', access_token: null })
  expect(JSON.stringify(body)).not.toContain('argon2')
})

test('a new password needs the old one and ends the other sessions', async () => {
  const user = await app.addUser({ username: 'paula' })
  const other = await secondSession('paula', user.id)
  expect(await other()).toBe(200)
  const wrong = await user.put('/api/user/self', { password: 'another one 2', original_password: 'nonsense' })
  expect(wrong.body).toMatchObject({ success: false, code: 'invalid_parameters' })
  expect(wrong.body.fields).toHaveProperty('original_password')
  const missing = await user.put('/api/user/self', { password: 'another one 2' })
  expect(missing.body.success).toBe(false)
  const changed = await user.put('/api/user/self', {
    password: 'another one 2',
    original_password: testPassword,
  })
  expect(changed.body.success).toBe(true)
  expect(await other()).toBe(401)
  expect((await user.get('/api/user/self')).status).toBe(200)
})

test('only what is named is written, and money and rights never', async () => {
  const user = await app.addUser({ username: 'nora' })
  await user.put('/api/user/self', {
    display_name: 'Nora',
    quota: 1e9,
    role: 100,
    group: 'svip',
    username: 'x',
  })
  const { body } = await user.get('/api/user/self')
  expect(body.data).toMatchObject({
    ...{ username: 'nora', display_name: 'Nora', quota: 0, role: 1, group: 'default' },
  })
  expect((await user.put('/api/user/self', { display_name: 'x'.repeat(21) })).body).toMatchObject({
    code: 'invalid_parameters',
  })
  expect((await user.put('/api/user/self', { password: 'short' })).body.fields).toHaveProperty('password')
})

test('over https the cookie is for https alone', () => {
  expect(buildSessionCookie('x', { isHttps: true, maxAgeSeconds: 1 })).toContain('; Secure')
})
