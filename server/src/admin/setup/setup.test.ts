import { afterEach, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import type { SystemStatus } from '@sluice/contract/status'
import { systemClock } from '../../platform/clock.ts'
import { parseConfig } from '../../platform/config.ts'
import { checkCryptoKey } from '../../store/check-crypto-key.ts'
import { readOptionText, writeOptionText } from '../../store/options.ts'
import { engines } from '../../store/test-databases.ts'
import {
  readAnswer,
  startTestApp,
  type TestApp,
  type TestAppOptions,
  testPassword,
  testSecretBox,
} from '../test-app.ts'
import { findSetupToken } from './setup-access.ts'

let app: TestApp
afterEach(() => app.close())

const start = async (options: TestAppOptions = {}) => {
  app = await startTestApp({ isSetUp: false, ...options })
}

const valid = { username: 'boss', password: testPassword, confirmPassword: testPassword }

/** From another machine, with the token unless `body` has one. */
async function setUp(body: object) {
  const config = parseConfig({})
  const setup_token = await findSetupToken({ db: app.store.db, config, secretBox: testSecretBox })
  const answer = await app.send('/api/setup', { method: 'POST', body: JSON.stringify({ setup_token, ...body }) })
  return await readAnswer(answer)
}

const readRoots = () => app.store.db.selectFrom('users').selectAll().where('role', '=', 100).execute()

test('set-up creates one super administrator with an initial balance, and is then closed', async () => {
  await start()
  expect(await (await app.send('/api/setup')).json()).toMatchObject({
    success: true,
    data: { status: false, root_init: false, database_type: 'sqlite', setup_token_required: true },
  })
  expect(await setUp({ ...valid, SelfUseModeEnabled: true })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  const [root] = await readRoots()
  expect(root).toMatchObject({ username: 'boss', root_marker: 1 })
  await app.ledger.flush()
  expect(await app.ledger.balanceOf(root!.id)).toBe(quota(100_000_000))
  expect(app.state.current().options.SelfUseModeEnabled).toBe(true)
  expect(await setUp(valid)).toMatchObject({ status: 400, body: { code: 'already_initialised' } })
  expect(await (await app.send('/api/setup')).json()).toMatchObject({ data: { status: true } })
})

for (const engine of engines) {
  test(`${engine.name}: one of several parallel set-ups succeeds and the others are refused`, async () => {
    await start({ engine })
    const names = ['boss', 'thief', 'third', 'fourth']
    const answers = await Promise.all(names.map((username) => setUp({ ...valid, username })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400])
    expect(await readRoots()).toHaveLength(1)
  })
}

test('a set-up is refused at the field of the broken rule, and then changes nothing', async () => {
  await start()
  const refused = [
    [{ ...valid, username: '  ' }, 'username'],
    [{ ...valid, username: 'a name that is too long' }, 'username'],
    [{ ...valid, username: 'boss‮' }, 'username'],
    [{ ...valid, password: 'short', confirmPassword: 'short' }, 'password'],
    [{ ...valid, confirmPassword: 'other' }, 'confirmPassword'],
    [{ ...valid, username: 7 }, 'username'],
    [{ ...valid, SystemName: 'Acme\u202e' }, 'SystemName'],
    [{ ...valid, SystemName: 'a'.repeat(129) }, 'SystemName'],
    [{ ...valid, ServerAddress: 'ftp://ai.example.com' }, 'ServerAddress'],
  ] as const
  for (const [body, field] of refused) {
    const answer = await setUp(body)
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'setup_invalid' } })
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
  }
  expect(await readRoots()).toHaveLength(0)
})

test('from another machine set-up needs the token that the start prints', async () => {
  await start()
  for (const setup_token of ['', 'let me in', undefined])
    expect(await setUp({ ...valid, setup_token })).toMatchObject({ status: 403, body: { code: 'setup_token_wrong' } })
  expect(await readRoots()).toHaveLength(0)
  expect(await setUp(valid)).toMatchObject({ status: 200 })
})

test('the token is the same at each start and on each node, and another one for each database', async () => {
  const tokens = new Set<string>()
  const stores = await Promise.all([engines[0]?.fresh(), engines[0]?.fresh()])
  for (const store of stores) {
    if (!store) throw new Error('no engine')
    const { db } = store
    await checkCryptoKey(db, testSecretBox, systemClock)
    const find = () => findSetupToken({ db, config: parseConfig({}), secretBox: testSecretBox })
    const token = await find()
    expect(token).toMatch(/^[\w-]{24}$/)
    await checkCryptoKey(db, testSecretBox, systemClock)
    expect(await find()).toBe(token)
    tokens.add(token)
    await store.close()
  }
  expect(tokens.size).toBe(2)
  await start()
})

test('a configured set-up token is required', async () => {
  await start({ environment: { SETUP_TOKEN: 'let me in' } })
  expect(await setUp(valid)).toMatchObject({ status: 403, body: { code: 'setup_token_wrong' } })
  expect(await setUp({ ...valid, setup_token: 'let me in' })).toMatchObject({ status: 200 })
})

test('if a super administrator exists, set-up only stores the mode', async () => {
  await start()
  await app.addUser({ role: 100, username: 'imported' })
  expect(await setUp({ DemoSiteEnabled: true })).toMatchObject({ status: 200 })
  expect(await readRoots()).toHaveLength(1)
  expect(app.state.current().options.DemoSiteEnabled).toBe(true)
})

test('the answer of set-up signs in the administrator it creates', async () => {
  await start()
  const answer = await setUp({ ...valid, SystemName: '  Acme gateway ', ServerAddress: 'https://ai.example.com/' })
  expect(answer.body).toMatchObject({ success: true, data: { username: 'boss', role: 100 } })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const [root] = await readRoots()
  const self = await app.send('/api/user/self', { headers: { cookie, 'New-Api-User': String(root?.id) } })
  expect(await self.json()).toMatchObject({ success: true, data: { username: 'boss', quota: 100_000_000 } })
  const status = await (await app.send('/api/status')).json()
  expect(status).toMatchObject({
    data: { setup: true, system_name: 'Acme gateway', server_address: 'https://ai.example.com' },
  })
})

test.each([[undefined], ['  ']])('the site keeps its default name if none is given (%p)', async (SystemName) => {
  await start()
  expect(await setUp({ ...valid, SystemName })).toMatchObject({ status: 200 })
  expect(app.state.current().options.SystemName).toBe('Sluice')
})

test('set-up does not sign in as an existing administrator', async () => {
  await start()
  await app.addUser({ role: 100, username: 'imported' })
  const answer = await setUp(valid)
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.body.data).toBeUndefined()
})

test.each([
  [true, 'true', true],
  [false, 'false', false],
  [undefined, 'false', false],
])('the set-up stores whether registration is open: %p', async (RegisterEnabled, stored, isOpen) => {
  await start()
  expect(await setUp({ ...valid, RegisterEnabled })).toMatchObject({ status: 200 })
  expect(await readOptionText(app.store.db, 'RegisterEnabled')).toBe(stored)
  const { data } = (await (await app.send('/api/status')).json()) as { data: SystemStatus }
  expect(data.register_enabled).toBe(isOpen)
})

test('a site that was imported before its set-up keeps its registration', async () => {
  await start()
  await writeOptionText(app.store.db, { name: 'RegisterEnabled', value: 'true', updatedAt: 1 })
  expect(await setUp(valid)).toMatchObject({ status: 200 })
  expect(await readOptionText(app.store.db, 'RegisterEnabled')).toBe('true')
})

test('registration is refused before the set-up', async () => {
  await start()
  const { data } = (await (await app.send('/api/status')).json()) as { data: SystemStatus }
  expect(data.register_enabled).toBe(false)
  const body = JSON.stringify({ username: 'early', password: testPassword })
  const register = () => app.send('/api/user/register', { method: 'POST', body }).then(readAnswer)
  expect((await register()).body).toMatchObject({ success: false, code: 'register_disabled' })
  expect(await setUp({ ...valid, RegisterEnabled: true })).toMatchObject({ status: 200 })
  expect((await register()).body).toMatchObject({ success: true })
})
