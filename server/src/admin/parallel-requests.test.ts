import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiTokensPerUserMax } from '@sluice/contract/api-token'
import { channelStatus, roles } from '@sluice/contract/roles'
import { createAuthenticators } from '../identity/authenticators.ts'
import { passkeysMax } from '../identity/passkeys.ts'
import { createSessions, sessionsPerUserMax } from '../identity/sessions.ts'
import { waitingOrdersMax } from '../payments/start-order.ts'
import { systemClock } from '../platform/clock.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { insertPasskey, listPasskeys } from '../store/second-factors.ts'
import { engines } from '../store/test-databases.ts'
import { updateUser } from '../store/users.ts'
import { setOptions, startTestApp, type TestAnswer, type TestApp, type TestClient } from './test-app.ts'

/** More than what remains below any limit here, and more than the connections to the database. */
const atOnce = 20
const runInParallel = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))
const secretBox = createSecretBox('a crypto secret that only tests know')
const codesOf = (answers: readonly TestAnswer[]) => [...new Set(answers.map(({ body }) => body.code))]

describe.each(engines)('requests at the same moment on $name', (engine) => {
  let app: TestApp
  let user: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine })
    user = await app.addUser()
  })
  afterAll(() => app.close())
  const countRows = async (table: 'topup_orders' | 'api_tokens' | 'sessions' | 'recovery_codes', id: number) =>
    (await app.store.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).length

  test('no more orders wait for payment than allowed', async () => {
    await setOptions(app, {
      PayAddress: 'https://pay.example',
      EpayId: '1',
      EpayKey: 'k',
      ServerAddress: 'https://ai.example',
    })
    const answers = await runInParallel(2 * waitingOrdersMax, () =>
      user.post('/api/user/pay', { amount: 2, payment_method: 'zfb' }),
    )
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(waitingOrdersMax)
    expect(codesOf(answers)).toContainEqual('topup_orders_waiting')
    expect(await countRows('topup_orders', user.id)).toBe(waitingOrdersMax)
  })

  test('no more tokens are created than an account may have', async () => {
    const owner = await app.addUser()
    await owner.post('/api/token/', { name: 'first' })
    const { db } = app.store
    const first = await db
      .selectFrom('api_tokens')
      .selectAll()
      .where('user_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const { id: _, ...copy } = first
    const rows = Array.from({ length: apiTokensPerUserMax - 4 }, (_, turn) => ({
      ...copy,
      key_hash: `${owner.id} ${turn}`,
    }))
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('api_tokens')
        .values(rows.slice(at, at + 100))
        .execute()
    const answers = await runInParallel(atOnce, (turn) => owner.post('/api/token/', { name: `t${turn}` }))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(3)
    expect(await countRows('api_tokens', owner.id)).toBe(apiTokensPerUserMax)
  })

  test('a token that is disabled stays disabled when other fields are written at the same time', async () => {
    const made = await user.post('/api/token/', { name: 'mine' })
    const { id } = made.body.data as { id: number }
    await runInParallel(atOnce, (turn) =>
      turn === 3
        ? user.put('/api/token/?status_only=true', { id, status: 2 })
        : user.put('/api/token/', { id, name: `mine ${turn}` }),
    )
    expect((await user.get(`/api/token/${id}`)).body.data).toMatchObject({ status: 2 })
  })

  test('exactly as many sessions are open as allowed', async () => {
    const { id } = await app.addUser()
    const deps = { ...app.store, state: app.state, clock: systemClock, secretBox }
    const sessions = createSessions(deps, { idleDays: 7, maxDays: 30 })
    await runInParallel(2 * sessionsPerUserMax, () => sessions.start({ userId: id, ip: '::1', userAgent: 'test' }))
    sessions.close()
    expect(await countRows('sessions', id)).toBe(sessionsPerUserMax)
  })

  test('no more passkeys are stored than allowed', async () => {
    const row = (turn: number) => ({
      user_id: user.id,
      name: 'key',
      credential_id: `c${turn}`,
      public_key: 'k',
      counter: 0,
      transports: '',
      created_at: 1,
      last_used_at: null,
    })
    const ids = await runInParallel(passkeysMax + 10, (turn) =>
      app.store.db.transaction().execute((trx) => insertPasskey(trx, row(turn), passkeysMax)),
    )
    expect(ids.filter((id) => id === null)).toHaveLength(10)
    expect(await listPasskeys(app.store.db, user.id)).toHaveLength(passkeysMax)
  })

  test('there is one set of recovery codes, and a confirmed authenticator is never replaced', async () => {
    const authenticators = createAuthenticators({ db: app.store.db, secretBox, clock: systemClock })
    const sets = await runInParallel(atOnce, () => authenticators.renewRecoveryCodes(user.id))
    expect(await countRows('recovery_codes', user.id)).toBe(sets[0]?.length ?? 0)
    const begin = () => authenticators.begin(user.id, { issuer: 'i', label: 'l' })
    expect(await begin()).not.toBeNull()
    const confirm = app.store.db.updateTable('authenticators').set({ confirmed_at: 5 })
    const [confirmed] = await Promise.all([confirm.executeTakeFirstOrThrow(), runInParallel(atOnce, begin)])
    const rows = await app.store.db.selectFrom('authenticators').selectAll().execute()
    // The secret may have been replaced before it was confirmed.
    const isInForce = confirmed.numUpdatedRows === 1n
    expect(rows).toMatchObject([{ user_id: user.id, confirmed_at: isInForce ? 5 : null }])
    expect((await begin()) === null).toBe(isInForce)
  })

  test('if all ways to sign in are unbound at the same time, one stays', async () => {
    const withoutPassword = await app.addUser()
    const { db } = app.store
    const switches = ['GitHubOAuthEnabled', 'oidc.enabled', 'WeChatAuthEnabled']
    await db
      .insertInto('options')
      .values(switches.map((name) => ({ name, value: 'true', updated_at: 1 })))
      .execute()
    await app.state.publish({ kind: 'options' })
    await updateUser(db, withoutPassword.id, { password_hash: '' })
    await db
      .updateTable('users')
      .set({
        github_id: `g${withoutPassword.id}`,
        oidc_id: `o${withoutPassword.id}`,
        wechat_id: `w${withoutPassword.id}`,
      })
      .where('id', '=', withoutPassword.id)
      .execute()
    const answers = await runInParallel(9, (turn) =>
      withoutPassword.delete(`/api/oauth/${['github', 'oidc', 'wechat'][turn % 3]}/bind`),
    )
    expect(codesOf(answers)).toContainEqual('only_way_in')
    const row = await db
      .selectFrom('users')
      .select(['github_id', 'oidc_id', 'wechat_id'])
      .where('id', '=', withoutPassword.id)
      .executeTakeFirstOrThrow()
    expect(Object.values(row).filter((value) => value !== null)).toHaveLength(1)
  })

  test('abilities match the channel as it was saved last', async () => {
    const admin = await app.addUser({ role: roles.admin })
    const made = await admin.post('/api/channel/', {
      type: 1,
      name: 'c',
      key: 'k',
      models: 'm0',
      group: 'default',
      tag: 'team',
    })
    expect(made.body.success).toBe(true)
    const row = await app.store.db.selectFrom('channels').selectAll().executeTakeFirstOrThrow()
    await runInParallel(atOnce, (turn) => {
      if (turn === 2) return admin.post('/api/channel/tag/disabled', { tag: 'team' })
      return turn % 2 === 0
        ? admin.put('/api/channel/', { id: row.id, models: `m${turn},x` })
        : admin.put('/api/channel/', { id: row.id, group: `g${turn}` })
    })
    const { db } = app.store
    const saved = await db.selectFrom('channels').selectAll().executeTakeFirstOrThrow()
    const abilities = await db
      .selectFrom('abilities')
      .select(['group_name', 'model', 'enabled'])
      .where('channel_id', '=', row.id)
      .orderBy('model')
      .execute()
    expect(saved.status).toBe(channelStatus.disabled)
    expect(abilities).toEqual(
      saved.models
        .split(',')
        .toSorted()
        .map((model) => ({ group_name: saved.group_names, model, enabled: 0 })),
    )
  })
})
