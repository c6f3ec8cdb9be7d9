import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AuthenticatorSecret, RecoveryCodes, SecondFactors } from '@sluice/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import { createManualClock } from '../../platform/test-clock.ts'
import { readAnswer, startTestApp, type TestApp, type TestClient, testPassword } from '../test-app.ts'

let app: TestApp
let clock: ReturnType<typeof createManualClock>
let user: TestClient
beforeEach(async () => {
  clock = createManualClock()
  app = await startTestApp({ clock })
  user = await app.addUser({ username: 'ada' })
})
afterEach(() => app.close())

const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + offset })

async function login(path = '', body: unknown = { username: 'ada', password: testPassword }) {
  return await readAnswer(await app.send(`/api/user/login${path}`, { method: 'POST', body: JSON.stringify(body) }))
}

/** Puts an authenticator in force. */
async function addAuthenticator(): Promise<{ secret: string; codes: string[] }> {
  const begun = await user.post('/api/user/2fa/authenticator', { password: testPassword })
  const { secret } = begun.body.data as AuthenticatorSecret
  const confirmed = await user.post('/api/user/2fa/authenticator/confirm', { code: codeOf(secret) })
  return { secret, codes: (confirmed.body.data as RecoveryCodes).recovery_codes }
}

const shown = async () => (await user.get('/api/user/2fa')).body.data as SecondFactors

test('an authenticator is in force after its first code, and then a password alone is not enough', async () => {
  const begun = await user.post('/api/user/2fa/authenticator', { password: testPassword })
  const { secret, uri } = begun.body.data as AuthenticatorSecret
  expect(uri).toStartWith('otpauth://totp/')
  expect((await shown()).authenticator).toBe(false)
  expect((await login()).body.success).toBe(true)

  const wrong = await user.post('/api/user/2fa/authenticator/confirm', { code: '000000' })
  expect(wrong.body).toMatchObject({
    ...{ success: false, code: 'second_factor_invalid' },
    field_reasons: { code: { code: 'codeWrong' } },
  })
  const confirmed = await user.post('/api/user/2fa/authenticator/confirm', { code: codeOf(secret) })
  expect((confirmed.body.data as RecoveryCodes).recovery_codes).toHaveLength(10)
  expect(await shown()).toMatchObject({ authenticator: true, recovery_codes_left: 10 })

  const first = await login()
  expect(first.body).toMatchObject({
    success: true,
    data: { require_2fa: true, flow_token: first.body.flow, expires_at: expect.any(Number) },
  })
  expect(first.body.data).not.toHaveProperty('access_token')
  expect(first.headers.get('set-cookie')).toBeNull()
  clock.advance(30_000)
  const second = await login('/2fa', { flow: first.body.flow, code: codeOf(secret) })
  expect(second.body).toMatchObject({ success: true, data: { username: 'ada' } })
  expect(second.headers.get('set-cookie')).toContain('session=')
})

test('a code is valid once, and so is a sign-in in progress', async () => {
  const { secret } = await addAuthenticator()
  clock.advance(30_000)
  const code = codeOf(secret)
  const [one, two] = [await login(), await login()]
  expect((await login('/2fa', { flow: one.body.flow, code })).body.success).toBe(true)
  expect((await login('/2fa', { flow: two.body.flow, code })).body).toMatchObject({
    code: 'second_factor_invalid',
    field_reasons: { code: { code: 'codeWrong' } },
  })
  clock.advance(30_000)
  const again = await login('/2fa', { flow: one.body.flow, code: codeOf(secret) })
  expect(again).toMatchObject({ status: 403, body: { code: 'sign_in_state_invalid' } })
})

test('a password change ends a sign-in in progress', async () => {
  const { secret } = await addAuthenticator()
  const { flow } = (await login()).body
  await user.put('/api/user/self', { password: 'another one 2', original_password: testPassword })
  clock.advance(30_000)
  const late = await login('/2fa', { flow, code: codeOf(secret) })
  expect(late).toMatchObject({ status: 403, body: { code: 'sign_in_state_invalid' } })
})

test('a code is accepted in the groups that apps show', async () => {
  const { secret } = await addAuthenticator()
  clock.advance(30_000)
  const code = codeOf(secret)
  const { flow } = (await login()).body
  const pasted = ` ${code.slice(0, 3)} ${code.slice(3)} `
  expect((await login('/2fa', { flow, code: pasted })).body.success).toBe(true)
})

test('a recovery code replaces the app, once', async () => {
  const { codes } = await addAuthenticator()
  const [code = ''] = codes
  const first = await login()
  expect((await login('/2fa', { flow: first.body.flow, code: code.toUpperCase() })).body.success).toBe(true)
  const next = await login()
  expect((await login('/2fa', { flow: next.body.flow, code })).body.code).toBe('second_factor_invalid')
  expect((await shown()).recovery_codes_left).toBe(9)
})

test('codes cannot be tried at will', async () => {
  await addAuthenticator()
  const { flow } = (await login()).body
  for (let attempt = 0; attempt < 5; attempt++) await login('/2fa', { flow, code: '000000' })
  expect((await login('/2fa', { flow, code: '000000' })).status).toBe(429)
})

test('adding a way in asks for the password, removing one for a code', async () => {
  for (const path of ['/api/user/2fa/authenticator', '/api/user/passkeys/options'])
    expect((await user.post(path, { password: 'wrong password' })).body.success).toBe(false)
  const absent = await user.post('/api/user/2fa/authenticator/remove', { code: '000000' })
  expect(absent.body.code).toBe('authenticator_off')
  const { secret } = await addAuthenticator()
  expect((await user.post('/api/user/2fa/authenticator/remove', { code: '000000' })).body.success).toBe(false)
  clock.advance(30_000)
  const removed = await user.post('/api/user/2fa/authenticator/remove', { code: codeOf(secret) })
  expect(removed.body.success).toBe(true)
  expect((await login()).body.success).toBe(true)
})

test('an account without a password adds ways in only just after it signed in', async () => {
  await app.store.db.updateTable('users').set({ password_hash: '' }).where('id', '=', user.id).execute()
  clock.advance(10 * 60_000 - 1)
  expect((await user.post('/api/user/2fa/authenticator', {})).body.success).toBe(true)
  clock.advance(1)
  for (const path of ['/api/user/2fa/authenticator', '/api/user/passkeys/options'])
    expect((await user.post(path, {})).body).toMatchObject({ success: false, code: 'sign_in_again' })
})

test('an authenticator in force is not replaced by asking for another', async () => {
  await addAuthenticator()
  const again = await user.post('/api/user/2fa/authenticator', { password: testPassword })
  expect(again.body).toMatchObject({ success: false, code: 'authenticator_on' })
  expect((await shown()).authenticator).toBe(true)
})

test('the database stores the secret sealed and recovery codes as hashes', async () => {
  const { secret, codes } = await addAuthenticator()
  const stored = JSON.stringify([
    await app.store.db.selectFrom('authenticators').selectAll().execute(),
    await app.store.db.selectFrom('recovery_codes').selectAll().execute(),
  ])
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(text)
})

test('an unknown passkey signs no one in', async () => {
  const begun = await login('/passkey/options', {})
  const { flow } = begun.body.data as { flow: string }
  const response = {
    ...{ id: 'unknown', rawId: 'unknown', type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  }
  expect((await login('/passkey', { flow, response })).body.code).toBe('passkey_invalid')
})

test('an account has so many passkeys and no more', async () => {
  const values = Array.from({ length: 20 }, (_, index) => ({
    ...{ user_id: user.id, name: 'key', credential_id: `key${index}`, public_key: 'AA', counter: 0 },
    ...{ transports: '', created_at: 0, last_used_at: null },
  }))
  await app.store.db.insertInto('passkeys').values(values).execute()
  const answer = await user.post('/api/user/passkeys/options', { password: testPassword })
  expect(answer.body).toMatchObject({ success: false, code: 'passkeys_full' })
})

test('newer clients read whether factors are in force', async () => {
  const read = async (path: string) => (await user.get(`/api/user/${path}`)).body.data
  expect(await read('2fa/status')).toEqual({ enabled: false, locked: false })
  expect(await read('passkey')).toEqual({ enabled: false })
  await addAuthenticator()
  expect(await read('2fa/status')).toEqual({ enabled: true, locked: false, backup_codes_remaining: 10 })
  const key = { user_id: user.id, name: 'key', public_key: 'AA', counter: 0, transports: '', created_at: 0 }
  const insert = (credential_id: string, last_used_at: number | null) =>
    app.store.db
      .insertInto('passkeys')
      .values({ ...key, credential_id, last_used_at })
      .execute()
  await insert('never', null)
  expect(await read('passkey')).toEqual({ enabled: true })
  await insert('used', 1_700_000_000_999)
  expect(await read('passkey')).toEqual({ enabled: true, last_used_at: 1_700_000_000 })
})

test("no account sees or changes another account's passkeys", async () => {
  const { db } = app.store
  await db
    .insertInto('passkeys')
    .values({
      ...{ user_id: user.id, name: 'key', credential_id: 'abc', public_key: 'AA', counter: 0 },
      ...{ transports: '', created_at: 0, last_used_at: null },
    })
    .execute()
  const id = (await shown()).passkeys[0]?.id
  const other = await app.addUser()
  expect((await other.delete(`/api/user/passkeys/${id}`)).body.success).toBe(false)
  expect((await other.put(`/api/user/passkeys/${id}`, { name: 'mine' })).body.success).toBe(false)
  expect((await user.put(`/api/user/passkeys/${id}`, { name: 'laptop' })).body.success).toBe(true)
  expect((await shown()).passkeys).toMatchObject([{ name: 'laptop' }])
  expect((await user.delete(`/api/user/passkeys/${id}`)).body.success).toBe(true)
  expect((await shown()).passkeys).toEqual([])
})

test('an administrator removes a lost authenticator of a lower role, but not of the same role', async () => {
  await addAuthenticator()
  const [admin, other] = [await app.addUser({ role: 10 }), await app.addUser({ role: 10 })]
  expect((await admin.delete(`/api/user/${other.id}/2fa`)).body.code).toBe('user_out_of_reach')
  expect((await user.delete(`/api/user/${user.id}/2fa`)).body.code).toBe('insufficient_rights')
  expect((await admin.delete(`/api/user/${user.id}/2fa`)).body.success).toBe(true)
  expect((await user.get('/api/user/self')).status).toBe(401)
  expect((await login()).body.success).toBe(true)
})

test('nothing that signs in is left of a deleted account', async () => {
  await addAuthenticator()
  expect((await app.root.post('/api/user/manage', { id: user.id, action: 'delete' })).body.success).toBe(true)
  for (const table of ['authenticators', 'recovery_codes', 'passkeys'] as const)
    expect(await app.store.db.selectFrom(table).selectAll().execute()).toEqual([])
})
