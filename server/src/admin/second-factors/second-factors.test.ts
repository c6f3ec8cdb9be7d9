import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AuthenticatorSecret, RecoveryCodes, SecondFactors } from '@sluice/contract/second-factor'
import { createManualClock } from '../../platform/test-clock.ts'
import { readAnswer, startTestApp, type TestApp, type TestClient, testPassword } from '../test-app.ts'
import { addAuthenticator, generateAuthenticatorCode } from '../test-authenticator.ts'

let app: TestApp
let clock: ReturnType<typeof createManualClock>
let user: TestClient
beforeEach(async () => {
  clock = createManualClock()
  app = await startTestApp({ clock })
  user = await app.addUser({ username: 'ada' })
})
afterEach(() => app.close())

const generateCode = (secret: string) => generateAuthenticatorCode(secret, clock)

async function login(path = '', body: unknown = { username: 'ada', password: testPassword }) {
  return await readAnswer(await app.send(`/api/user/login${path}`, { method: 'POST', body: JSON.stringify(body) }))
}

const readFactors = async () => (await user.get('/api/user/2fa')).body.data as SecondFactors

test('an authenticator is required for sign-ins after its first code is confirmed', async () => {
  const begun = await user.post('/api/user/2fa/authenticator', { password: testPassword })
  const { secret, uri } = begun.body.data as AuthenticatorSecret
  expect(uri).toStartWith('otpauth://totp/')
  expect((await readFactors()).authenticator).toBe(false)
  expect((await login()).body.success).toBe(true)

  const wrong = await user.post('/api/user/2fa/authenticator/confirm', { code: '000000' })
  expect(wrong.body).toMatchObject({
    success: false,
    code: 'second_factor_invalid',
    field_reasons: { code: { code: 'codeWrong' } },
  })
  const confirmed = await user.post('/api/user/2fa/authenticator/confirm', { code: generateCode(secret) })
  expect((confirmed.body.data as RecoveryCodes).recovery_codes).toHaveLength(10)
  expect(await readFactors()).toMatchObject({ authenticator: true, recovery_codes_left: 10 })

  const first = await login()
  expect(first.body).toMatchObject({
    success: true,
    data: { require_2fa: true, flow_token: first.body.flow, expires_at: expect.any(Number) },
  })
  expect(first.body.data).not.toHaveProperty('access_token')
  expect(first.headers.get('set-cookie')).toBeNull()
  clock.advance(30_000)
  const second = await login('/2fa', { flow: first.body.flow, code: generateCode(secret) })
  expect(second.body).toMatchObject({ success: true, data: { username: 'ada' } })
  expect(second.headers.get('set-cookie')).toContain('session=')
})

test('a code is valid once, and so is a sign-in in progress', async () => {
  const { secret } = await addAuthenticator(user, clock)
  clock.advance(30_000)
  const code = generateCode(secret)
  const [first, second] = [await login(), await login()]
  expect((await login('/2fa', { flow: first.body.flow, code })).body.success).toBe(true)
  expect((await login('/2fa', { flow: second.body.flow, code })).body).toMatchObject({
    code: 'second_factor_invalid',
    field_reasons: { code: { code: 'codeWrong' } },
  })
  clock.advance(30_000)
  const again = await login('/2fa', { flow: first.body.flow, code: generateCode(secret) })
  expect(again).toMatchObject({ status: 403, body: { code: 'sign_in_state_invalid' } })
})

test('a password change ends a sign-in in progress', async () => {
  const { secret } = await addAuthenticator(user, clock)
  const { flow } = (await login()).body
  await user.put('/api/user/self', { password: 'another one 2', original_password: testPassword })
  clock.advance(30_000)
  const late = await login('/2fa', { flow, code: generateCode(secret) })
  expect(late).toMatchObject({ status: 403, body: { code: 'sign_in_state_invalid' } })
})

test('a code is accepted with the spaces that apps show', async () => {
  const { secret } = await addAuthenticator(user, clock)
  clock.advance(30_000)
  const code = generateCode(secret)
  const { flow } = (await login()).body
  const pasted = ` ${code.slice(0, 3)} ${code.slice(3)} `
  expect((await login('/2fa', { flow, code: pasted })).body.success).toBe(true)
})

test('a recovery code replaces a code of the app once', async () => {
  const { recoveryCodes } = await addAuthenticator(user, clock)
  const [code = ''] = recoveryCodes
  const first = await login()
  expect((await login('/2fa', { flow: first.body.flow, code: code.toUpperCase() })).body.success).toBe(true)
  const next = await login()
  expect((await login('/2fa', { flow: next.body.flow, code })).body.code).toBe('second_factor_invalid')
  expect((await readFactors()).recovery_codes_left).toBe(9)
})

test('the number of wrong codes is limited', async () => {
  await addAuthenticator(user, clock)
  const { flow } = (await login()).body
  for (let attempt = 0; attempt < 5; attempt++) await login('/2fa', { flow, code: '000000' })
  expect((await login('/2fa', { flow, code: '000000' })).status).toBe(429)
})

test('adding a factor requires the password, and removing an authenticator requires a code', async () => {
  for (const path of ['/api/user/2fa/authenticator', '/api/user/passkeys/options'])
    expect((await user.post(path, { password: 'wrong password' })).body.success).toBe(false)
  const absent = await user.post('/api/user/2fa/authenticator/remove', { code: '000000' })
  expect(absent.body.code).toBe('authenticator_off')
  const { secret } = await addAuthenticator(user, clock)
  expect((await user.post('/api/user/2fa/authenticator/remove', { code: '000000' })).body.success).toBe(false)
  clock.advance(30_000)
  const removed = await user.post('/api/user/2fa/authenticator/remove', { code: generateCode(secret) })
  expect(removed.body.success).toBe(true)
  expect((await login()).body.success).toBe(true)
})

test('an account without a password adds factors only within ten minutes of its sign-in', async () => {
  await app.store.db.updateTable('users').set({ password_hash: '' }).where('id', '=', user.id).execute()
  clock.advance(10 * 60_000 - 1)
  expect((await user.post('/api/user/2fa/authenticator', {})).body.success).toBe(true)
  clock.advance(1)
  for (const path of ['/api/user/2fa/authenticator', '/api/user/passkeys/options'])
    expect((await user.post(path, {})).body).toMatchObject({ success: false, code: 'sign_in_again' })
})

test('a confirmed authenticator is not replaced by a new one', async () => {
  await addAuthenticator(user, clock)
  const again = await user.post('/api/user/2fa/authenticator', { password: testPassword })
  expect(again.body).toMatchObject({ success: false, code: 'authenticator_on' })
  expect((await readFactors()).authenticator).toBe(true)
})

test('the database stores the secret encrypted and recovery codes as hashes', async () => {
  const { secret, recoveryCodes } = await addAuthenticator(user, clock)
  const stored = JSON.stringify([
    await app.store.db.selectFrom('authenticators').selectAll().execute(),
    await app.store.db.selectFrom('recovery_codes').selectAll().execute(),
  ])
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(text)
})

test('an unknown passkey does not sign in', async () => {
  const options = await login('/passkey/options', {})
  const { flow } = options.body.data as { flow: string }
  const response = {
    id: 'unknown',
    rawId: 'unknown',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  }
  expect((await login('/passkey', { flow, response })).body.code).toBe('passkey_invalid')
})

test('an account has at most twenty passkeys', async () => {
  const values = Array.from({ length: 20 }, (_, index) => ({
    user_id: user.id,
    name: 'key',
    credential_id: `key${index}`,
    public_key: 'AA',
    counter: 0,
    transports: '',
    created_at: 0,
    last_used_at: null,
  }))
  await app.store.db.insertInto('passkeys').values(values).execute()
  const answer = await user.post('/api/user/passkeys/options', { password: testPassword })
  expect(answer.body).toMatchObject({ success: false, code: 'passkeys_full' })
})

test('newer clients read whether factors are active', async () => {
  const read = async (path: string) => (await user.get(`/api/user/${path}`)).body.data
  expect(await read('2fa/status')).toEqual({ enabled: false, locked: false })
  expect(await read('passkey')).toEqual({ enabled: false })
  await addAuthenticator(user, clock)
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
      user_id: user.id,
      name: 'key',
      credential_id: 'abc',
      public_key: 'AA',
      counter: 0,
      transports: '',
      created_at: 0,
      last_used_at: null,
    })
    .execute()
  const id = (await readFactors()).passkeys[0]?.id
  const other = await app.addUser()
  expect((await other.delete(`/api/user/passkeys/${id}`)).body.success).toBe(false)
  expect((await other.put(`/api/user/passkeys/${id}`, { name: 'mine' })).body.success).toBe(false)
  expect((await user.put(`/api/user/passkeys/${id}`, { name: 'laptop' })).body.success).toBe(true)
  expect((await readFactors()).passkeys).toMatchObject([{ name: 'laptop' }])
  expect((await user.delete(`/api/user/passkeys/${id}`)).body.success).toBe(true)
  expect((await readFactors()).passkeys).toEqual([])
})

test('an administrator removes a lost authenticator of a lower role, but not of the same role', async () => {
  await addAuthenticator(user, clock)
  const [admin, other] = [await app.addUser({ role: 10 }), await app.addUser({ role: 10 })]
  expect((await admin.delete(`/api/user/${other.id}/2fa`)).body.code).toBe('user_out_of_reach')
  expect((await user.delete(`/api/user/${user.id}/2fa`)).body.code).toBe('insufficient_rights')
  expect((await admin.delete(`/api/user/${user.id}/2fa`)).body.success).toBe(true)
  expect((await user.get('/api/user/self')).status).toBe(401)
  expect((await login()).body.success).toBe(true)
})

describe('the audit trail', () => {
  /** A passkey of the user, inserted without a device. */
  const addPasskey = async (): Promise<number> => {
    const row = { user_id: user.id, name: 'key', credential_id: 'abc', public_key: 'AA', counter: 0 }
    const rest = { transports: '', created_at: 0, last_used_at: null }
    await app.store.db
      .insertInto('passkeys')
      .values({ ...row, ...rest })
      .execute()
    return (await readFactors()).passkeys[0]?.id ?? 0
  }
  const removeAuthenticator = (secret: string) =>
    user.post('/api/user/2fa/authenticator/remove', { code: generateCode(secret) })

  test('has a line for each change of a factor, by the one who made it', async () => {
    const { secret } = await addAuthenticator(user, clock)
    clock.advance(30_000)
    await removeAuthenticator(secret)
    const passkey = await addPasskey()
    await user.delete(`/api/user/passkeys/${passkey}`)
    await app.root.delete(`/api/user/${user.id}/2fa`)
    const lines = await app.store.db
      .selectFrom('audit_logs')
      .select(['actor_id', 'action', 'object_type', 'object_id'])
      .where('action', '!=', 'setup')
      .orderBy('id')
      .execute()
    const object = { object_type: 'user', object_id: String(user.id) }
    expect(lines).toEqual([
      { actor_id: user.id, action: 'user.authenticator.add', ...object },
      { actor_id: user.id, action: 'user.authenticator.remove', ...object },
      { actor_id: user.id, action: 'user.passkey.remove', object_type: 'passkey', object_id: String(passkey) },
      { actor_id: app.root.id, action: 'user.second_factors.clear', ...object },
    ])
  })

  test('and a factor change together: without the line, the factor stays as it was', async () => {
    const { secret } = await addAuthenticator(user, clock)
    const passkey = await addPasskey()
    const before = await readFactors()
    await app.store.db.schema.dropTable('audit_logs').execute()
    clock.advance(30_000)
    expect((await removeAuthenticator(secret)).status).toBe(500)
    expect((await user.delete(`/api/user/passkeys/${passkey}`)).status).toBe(500)
    expect((await app.root.delete(`/api/user/${user.id}/2fa`)).status).toBe(500)
    expect(await readFactors()).toEqual(before)
  })

  test('is written with the confirmation of an authenticator, or neither is', async () => {
    const begun = await user.post('/api/user/2fa/authenticator', { password: testPassword })
    const { secret } = begun.body.data as AuthenticatorSecret
    await app.store.db.schema.dropTable('audit_logs').execute()
    const confirmed = await user.post('/api/user/2fa/authenticator/confirm', { code: generateCode(secret) })
    expect(confirmed.status).toBe(500)
    expect(await readFactors()).toMatchObject({ authenticator: false, recovery_codes_left: 0 })
  })
})

test('deleting an account deletes its factors and recovery codes', async () => {
  await addAuthenticator(user, clock)
  expect((await app.root.post('/api/user/manage', { id: user.id, action: 'delete' })).body.success).toBe(true)
  for (const table of ['authenticators', 'recovery_codes', 'passkeys'] as const)
    expect(await app.store.db.selectFrom(table).selectAll().execute()).toEqual([])
})
