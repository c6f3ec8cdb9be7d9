import { afterAll, beforeAll, expect, test } from 'bun:test'
import { balanceMax } from '@sluice/contract/quota'
import type { User } from '@sluice/contract/user'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { startTestApp, type TestApp, type TestClient, testPassword } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const readAccount = async (user: TestClient) => (await user.get('/api/user/self')).body.data as User
const register = (username: string, aff_code: unknown) =>
  app.send('/api/user/register', {
    method: 'POST',
    body: JSON.stringify({ username, password: testPassword, aff_code }),
  })

test('an invite code is created once, is long, and is unique', async () => {
  const user = await app.addUser({})
  const [first, second] = await Promise.all([user.get('/api/user/aff'), user.get('/api/user/aff')])
  expect(String(first.body.data)).toMatch(/^[0-9A-Za-z]{10}$/)
  expect(second.body.data).toBe(first.body.data)
  expect((await (await app.addUser({})).get('/api/user/aff')).body.data).not.toBe(first.body.data)
})

test('an account transfers its own earnings to its balance, at least the minimum and at most all of them', async () => {
  const inviter = await app.addUser({ username: 'inviter' })
  await app.root.put('/api/option/', { key: 'QuotaForInviter', value: '400000' })
  const { data: code } = (await inviter.get('/api/user/aff')).body
  for (const name of ['one', 'two', 'three']) await register(name, code)
  expect(await readAccount(inviter)).toMatchObject({
    aff_count: 3,
    aff_quota: 1_200_000,
    aff_history_quota: 1_200_000,
  })

  const transfer = (quota: unknown, by = inviter) => by.post('/api/user/aff_transfer', { quota })
  const tooLittle = await transfer(499_999)
  expect(tooLittle.body).toMatchObject({
    success: false,
    code: 'transfer_below_minimum',
    field_reasons: { quota: { code: 'notLess' } },
  })
  expect(tooLittle.body.message).toContain('$1')
  for (const quota of [0, -500_000, 1.5, '600000', undefined, 2 ** 53])
    expect((await transfer(quota)).body.code).toBe('invalid_parameters')
  expect((await transfer(500_000, app.root)).body).toMatchObject({
    code: 'transfer_not_enough',
    field_reasons: { quota: { code: 'earningsTooLow' } },
  })

  const answers = await Promise.all([transfer(700_000), transfer(700_000), transfer(700_000)])
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'transfer_not_enough')).toHaveLength(2)
  expect(await readAccount(inviter)).toMatchObject({
    quota: 700_000,
    aff_quota: 500_000,
    aff_history_quota: 1_200_000,
  })
  expect((await transfer(500_000)).body).toMatchObject({ success: true, message: 'Transferred to your balance' })
  expect(await readAccount(inviter)).toMatchObject({ quota: 1_200_000, aff_quota: 0 })
  expect((await auditLedger(app.store)).findings).toEqual([])
})

test('earnings are not transferred if the balance would exceed its maximum', async () => {
  const inviter = await app.addUser({})
  const earned = { aff_quota: 600_000, aff_history_quota: 600_000 }
  await app.store.db.updateTable('users').set(earned).where('id', '=', inviter.id).execute()
  const value = balanceMax - 1
  await app.root.post('/api/user/manage', { id: inviter.id, action: 'add_quota', mode: 'override', value })
  const refused = await inviter.post('/api/user/aff_transfer', { quota: 600_000 })
  expect(refused.body.fields).toEqual({ quota: expect.stringContaining('maximum') })
  expect(await readAccount(inviter)).toMatchObject({ quota: value, aff_quota: 600_000 })
})

test('the invite code of a deleted account has no effect', async () => {
  const gone = await app.addUser({})
  const { data: code } = (await gone.get('/api/user/aff')).body
  await gone.delete('/api/user/self')
  expect((await register('late', code)).status).toBe(200)
  const row = await app.store.db
    .selectFrom('users')
    .select('inviter_id')
    .where('username', '=', 'late')
    .executeTakeFirstOrThrow()
  expect(row.inviter_id).toBe(0)
})

test('the code and the transfer need a session', async () => {
  expect((await app.send('/api/user/aff')).status).toBe(401)
  expect((await app.send('/api/user/aff_transfer', { method: 'POST', body: '{"quota":1}' })).status).toBe(401)
})
