import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { AuditLine } from '@sluice/contract/audit'
import type { PagedList } from '@sluice/contract/envelope'
import { balanceMax, quota } from '@sluice/contract/quota'
import type { Redemption, RedemptionBatch } from '@sluice/contract/redemption'
import { roles } from '@sluice/contract/roles'
import { auditLedger } from '../../cli/ledger-audit.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { engines } from '../../store/test-databases.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'
import { wrongCodesMax } from './redeem-code.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))
const minute = 60_000

describe.each(engines)('redemption codes on $name', (engine) => {
  let app: TestApp
  let admin: TestClient
  beforeAll(async () => {
    app = await startTestApp({ engine, clock })
    admin = await app.addUser({ role: roles.admin })
  })
  afterAll(() => app.close())

  async function createCodes(more: object = {}): Promise<string[]> {
    const answer = await admin.post('/api/redemption/', { name: 'spring', quota: 100_000, ...more })
    expect(answer.body).toMatchObject({ success: true })
    return answer.body.data as string[]
  }
  const search = async (query: string) =>
    (await admin.get(`/api/redemption/search?${query}`)).body.data as { items: Redemption[]; total: number }
  async function createCode(more: object = {}): Promise<Redemption> {
    const [key = ''] = await createCodes(more)
    const { items } = await search(`keyword=${key}`)
    if (!items[0]) throw new Error('the created code is not found')
    return items[0]
  }
  const redeem = (client: TestClient, key: unknown) => client.post('/api/user/topup', { key })
  const balanceOf = async (client: TestClient) => await app.ledger.balanceOf(client.id)

  test('only administrators create, see, change and delete codes', async () => {
    const user = await app.addUser()
    const calls = [
      ['GET', '/api/redemption/'],
      ['GET', '/api/redemption/search'],
      ['POST', '/api/redemption/search'],
      ['GET', '/api/redemption/1'],
      ['POST', '/api/redemption/'],
      ['PUT', '/api/redemption/'],
      ['DELETE', '/api/redemption/invalid'],
      ['POST', '/api/redemption/batches'],
      ['PUT', '/api/redemption/batches/1'],
      ['DELETE', '/api/redemption/batches/1'],
      ['DELETE', '/api/redemption/1'],
    ] as const
    for (const [method, path] of calls) {
      expect((await app.send(path, { method })).status, path).toBe(401)
      expect((await user.request(method, path)).body.code, path).toBe('insufficient_rights')
    }
    expect((await app.send('/api/user/topup', { method: 'POST' })).status).toBe(401)
  })

  test('codes are created, listed newest first with their keys, and stored encrypted', async () => {
    const keys = await createCodes({ name: '春季活动二十个字以内的名称没有问题', count: 3, quota: 7 })
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    const answer = await admin.get('/api/redemption/?p=0&page_size=2')
    expect(answer.body.data).toMatchObject({ page: 1, page_size: 2 })
    const [newest] = (answer.body.data as { items: Redemption[] }).items
    expect(newest).toEqual({
      id: expect.any(Number),
      user_id: admin.id,
      key: keys[2] ?? '',
      status: 1,
      quota: 7,
      name: '春季活动二十个字以内的名称没有问题',
      created_time: clock.now() / 1_000,
      redeemed_time: 0,
      expired_time: 0,
      count: 0,
      used_user_id: 0,
      DeletedAt: null,
      username: expect.any(String),
      used_username: '',
    })
    expect((await admin.get(`/api/redemption/${newest?.id}`)).body.data).toEqual(newest)
    const rows = await app.store.db.selectFrom('redemptions').selectAll().execute()
    for (const key of keys) expect(JSON.stringify(rows)).not.toContain(key)
  })

  test('codes of one request are one batch, whose unused codes are disabled, enabled and deleted together', async () => {
    const user = await app.addUser()
    const batches = async (body: object) =>
      (await admin.post('/api/redemption/batches', body)).body.data as PagedList<RedemptionBatch>
    clock.advance(1_000)
    const keys = await createCodes({ name: 'welcome', count: 4, quota: 7 })
    clock.advance(1)
    await createCodes({ name: 'welcome', count: 2, quota: 9, expired_time: Math.floor(clock.now() / 1_000) + 60 })
    clock.advance(minute + 999)
    await redeem(user, keys[0])
    const { items, total } = await batches({ keyword: 'welcome' })
    expect(total).toBe(2)
    const [expired, first] = items
    expect(expired).toMatchObject({ count: 2, unused: 0, expired: 2, quota_min: 9, quota_max: 9 })
    expect(first).toEqual({
      id: expect.any(Number),
      name: 'welcome',
      user_id: admin.id,
      username: expect.any(String),
      created_time: expect.any(Number),
      quota_min: 7,
      quota_max: 7,
      count: 4,
      unused: 3,
      disabled: 0,
      used: 1,
      expired: 0,
    })
    // A match chooses the whole batch.
    expect((await batches({ keyword: keys[1] })).items).toEqual([first as RedemptionBatch])
    expect((await batches({ keyword: 'welcome', status: '3' })).items).toEqual([first as RedemptionBatch])
    expect((await batches({ keyword: 'welcome', page_size: 1, p: 2 })).items).toEqual([first as RedemptionBatch])

    const [path, read] = [
      `/api/redemption/batches/${first?.id}`,
      async () => (await batches({ keyword: keys[0] })).items[0],
    ]
    expect((await search(`batch=${first?.id}`)).items.map(({ key }) => key)).toEqual(keys.toReversed())
    expect((await admin.put(path, { status: 2 })).body.data).toEqual({ changed: 3 })
    expect((await admin.put(path, { status: 2 })).body.data).toEqual({ changed: 0 })
    expect(await read()).toMatchObject({ unused: 0, disabled: 3, used: 1 })
    expect((await redeem(user, keys[1])).body.code).toBe('redemption_code_used')
    expect((await admin.put(path, { status: 1 })).body.data).toEqual({ changed: 3 })
    expect((await admin.put(path, { status: 3 })).body.code).toBe('invalid_parameters')
    expect((await admin.delete(path)).body.data).toEqual({ changed: 3 })
    expect(await read()).toMatchObject({ count: 1, unused: 0, used: 1 })
    const trail = (await admin.get('/api/audit/?object_type=redemption&page_size=3')).body.data as PagedList<AuditLine>
    expect(trail.items.map(({ action }) => action)).toEqual([
      'redemption.batch_delete',
      'redemption.batch_status',
      'redemption.batch_status',
    ])
    expect(JSON.parse(trail.items[0]?.after ?? '')).toEqual({ name: 'welcome', changed: 3 })
    expect((await admin.delete('/api/redemption/batches/999999')).body.code).toBe('not_found')
  })

  test('codes are found by id, by a part of the name, and by the whole code', async () => {
    const code = await createCode({ name: 'Ab_c 1' })
    await createCodes({ name: 'Abxc 2' })
    expect((await search(`keyword=${code.id}`)).items.map(({ id }) => id)).toContain(code.id)
    expect((await search('keyword=Ab_')).items.map(({ name }) => name)).toEqual(['Ab_c 1'])
    expect((await search('keyword=b_c')).items.map(({ name }) => name)).toEqual(['Ab_c 1'])
    expect((await search('keyword=b_x')).total).toBe(0)
    expect((await search(`keyword=${code.key.toUpperCase()}`)).items).toEqual([code])
    expect((await search(`keyword=${code.key.slice(0, 31)}`)).total).toBe(0)
    const byBody = await admin.post('/api/redemption/search', { keyword: code.key, p: 1, page_size: 10 })
    expect(byBody.body.data).toMatchObject({ items: [code], page_size: 10 })
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: '字'.repeat(21) }],
    ['a name with a direction mark', { name: 'a\u202eb' }],
    ['a quota of 0', { quota: 0 }],
    ['a negative quota', { quota: -5 }],
    ['a fraction of a quota unit', { quota: 1.5 }],
    ['a quota as text', { quota: '100' }],
    ['a quota beyond exact numbers', { quota: 2 ** 53 }],
    ['a count of 0', { count: 0 }],
    ['a count above the maximum', { count: 101 }],
    ['an expiry in the past', { expired_time: Date.UTC(2020, 1, 1) / 1_000 }],
  ])('%s is refused', async (_, wrong) => {
    const answer = await admin.post('/api/redemption/', { name: 'n', quota: 1, ...wrong })
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_parameters' })
  })

  test('an emoji counts as one character, and a name may have twenty', async () => {
    expect((await createCode({ name: '🎁'.repeat(20) })).name).toBe('🎁'.repeat(20))
  })

  test('a code credits its quota once, and is recorded in the usage log', async () => {
    const user = await app.addUser()
    const code = await createCode({ quota: 123_456 })
    const answer = await redeem(user, `  ${code.key.toUpperCase()} `)
    expect(answer.body).toMatchObject({ success: true, data: 123_456 })
    expect(await balanceOf(user)).toBe(quota(123_456))
    expect((await admin.get(`/api/redemption/${code.id}`)).body.data).toMatchObject({
      status: 3,
      used_user_id: user.id,
      redeemed_time: clock.now() / 1_000,
    })
    const { items } = await search(`keyword=${code.key}`)
    const redeemer = (await app.store.db.selectFrom('users').select('username').where('id', '=', user.id).execute())[0]
    expect(items[0]?.used_username).toBe(redeemer?.username ?? 'none')
    expect(items[0]?.username).not.toBe('')
    const rows = await app.store.db.selectFrom('usage_logs').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toMatchObject([{ type: 1, content: expect.stringContaining('$0.246912'), quota: 0 }])
    const note = { code: 'code_redeemed', params: { amount: 123_456, id: code.id } }
    expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([{ note }])
    const entries = await app.store.db
      .selectFrom('ledger_entries')
      .select(['ref', 'kind', 'amount'])
      .where('user_id', '=', user.id)
      .execute()
    expect(entries).toEqual([{ ref: `redemption:${code.id}`, kind: 'credit', amount: 123_456 }])
    expect((await redeem(user, code.key)).body.code).toBe('redemption_code_used')
    expect(await balanceOf(user)).toBe(quota(123_456))
    // A valid code writes only its credit, because each further write would wait for the disk.
    expect(await app.store.db.selectFrom('counted_events').select('count').execute()).toEqual([])
  })

  test('a code has at most the quota that a balance can have', async () => {
    const { key, id } = await createCode({ quota: balanceMax })
    for (const tooMuch of [balanceMax + 1, Number.MAX_SAFE_INTEGER]) {
      const create = await admin.post('/api/redemption/', { name: 'spring', quota: tooMuch })
      const change = await admin.put('/api/redemption/', { id, quota: tooMuch })
      for (const { body } of [create, change])
        expect(body).toMatchObject({
          success: false,
          fields: { quota: 'must not be more than 1000000000000000' },
        })
    }
    const user = await app.addUser()
    expect((await redeem(user, key)).body).toMatchObject({ success: true, data: balanceMax })
  })

  test('a code that would exceed the maximum balance is refused with the reason, and stays unused', async () => {
    const user = await app.addUser()
    const codes = await Promise.all(Array.from({ length: 3 }, () => createCode({ quota: balanceMax / 2 + 1 })))
    const answers = await Promise.all(codes.map(({ key }) => redeem(user, key)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    const refused = codes[answers.findIndex(({ body }) => !body.success)]
    for (const { body } of answers)
      if (!body.success) {
        expect(body.code).toBe('invalid_parameters')
        expect(body.message).toContain('balance would exceed the maximum')
      }
    expect(await balanceOf(user)).toBe(quota(balanceMax / 2 + 1))
    expect((await search(`keyword=${refused?.key}`)).items[0]).toMatchObject({ status: 1, redeemed_time: 0 })
    expect((await redeem(await app.addUser(), refused?.key)).body.success).toBe(true)
    expect((await auditLedger(app.store)).findings).toEqual([])
  })

  test('a code redeemed by twenty requests at the same time is credited once', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => app.addUser()))
    const { key } = await createCode({ quota: 50 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => redeem(users[turn % 4] as TestClient, key)),
    )
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    for (const { body } of answers) if (!body.success) expect(body.code).toBe('redemption_code_used')
    const balances = await Promise.all(users.map(balanceOf))
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(50)
    expect((await auditLedger(app.store)).findings).toEqual([])
  })

  test('unknown, disabled, expired and deleted codes credit nothing', async () => {
    const user = await app.addUser()
    expect((await redeem(user, '0'.repeat(32))).body.code).toBe('redemption_code_invalid')
    expect((await redeem(user, '')).body.code).toBe('invalid_parameters')
    expect((await redeem(user, 5)).body.code).toBe('invalid_parameters')
    const disabled = await createCode()
    await admin.put('/api/redemption/?status_only=true', { id: disabled.id, status: 2 })
    expect((await redeem(user, disabled.key)).body.code).toBe('redemption_code_used')
    const short = await createCode({ expired_time: clock.now() / 1_000 + 60 })
    clock.advance(minute)
    expect((await redeem(user, short.key)).body.code).toBe('redemption_code_used')
    const deleted = await createCode()
    expect((await admin.delete(`/api/redemption/${deleted.id}/`)).body.success).toBe(true)
    expect((await redeem(user, deleted.key)).body.code).toBe('redemption_code_invalid')
    expect((await admin.get(`/api/redemption/${deleted.id}`)).body.code).toBe('not_found')
    expect(await balanceOf(user)).toBe(quota(0))
  })

  test('wrong codes of an account are limited, and a correct code does not count', async () => {
    const user = await app.addUser()
    const [first = '', second = ''] = await createCodes({ quota: 1, count: 2 })
    expect((await redeem(user, first)).body.success).toBe(true)
    for (let guess = 0; guess < wrongCodesMax; guess++)
      expect((await redeem(user, `wrong ${guess}`)).body.code).toBe('redemption_code_invalid')
    const refused = await redeem(user, second)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    clock.advance(16 * minute)
    expect((await redeem(user, second)).body.success).toBe(true)
  })

  test('an unused code can be changed, and absent fields stay unchanged', async () => {
    const { id, key } = await createCode({ quota: 10 })
    const put = (body: object, query = '') => admin.put(`/api/redemption/${query}`, { id, ...body })
    expect((await put({ name: 'new', quota: 20 })).body.data).toMatchObject({ name: 'new', quota: 20, key })
    expect((await put({ name: 'other', status: 2 }, '?status_only=true')).body.data).toMatchObject({
      name: 'new',
      status: 2,
      quota: 20,
    })
    const expiry = Math.floor(clock.now() / 1_000) + 3_600
    expect((await put({ expired_time: expiry })).body.data).toMatchObject({ expired_time: expiry, status: 2 })
    expect((await put({ expired_time: 0, status: 1 })).body.data).toMatchObject({
      expired_time: 0,
      status: 1,
    })
    for (const wrong of [{ quota: 0 }, { status: 3 }, { status: 4 }, { expired_time: 1 }])
      expect((await put(wrong)).body.code, JSON.stringify(wrong)).toBe('invalid_parameters')
    expect((await admin.put('/api/redemption/', { id: 999_999, name: 'x' })).body.code).toBe('not_found')
    const user = await app.addUser()
    expect((await redeem(user, key)).body.data).toBe(20)
  })

  test('a used code can be neither enabled nor changed, and the audit trail has its creator', async () => {
    const user = await app.addUser()
    const { id, key } = await createCode({ quota: 10 })
    await redeem(user, key)
    const refused = [
      await admin.put('/api/redemption/?status_only=true', { id, status: 1 }),
      await admin.put('/api/redemption/', { id, quota: 11 }),
      await admin.put('/api/redemption/', { id, name: 'x', status: 3, quota: 10 }),
    ]
    for (const { body } of refused) expect(body.code).toBe('redemption_code_spent')
    expect((await admin.get(`/api/redemption/${id}`)).body.data).toMatchObject({ status: 3, quota: 10 })
    const lines = await app.store.db
      .selectFrom('audit_logs')
      .select(['action', 'actor_id', 'after'])
      .where('action', '=', 'redemption.create')
      .execute()
    expect(lines.at(-1)).toMatchObject({ actor_id: admin.id, after: expect.stringContaining('"quota":10') })
    expect(JSON.stringify(lines)).not.toContain(key)
  })

  test('all codes that cannot be redeemed are deleted together, and stay in the history', async () => {
    const user = await app.addUser()
    await admin.delete('/api/redemption/invalid')
    const [used, disabled, good] = [await createCode(), await createCode(), await createCode()]
    const expiring = await createCode({ expired_time: Math.floor(clock.now() / 1_000) + 60 })
    await redeem(user, used.key)
    await admin.put('/api/redemption/?status_only=true', { id: disabled.id, status: 2 })
    clock.advance(minute)
    const listIds = async (status: string) => (await search(`status=${status}`)).items.map(({ id }) => id)
    expect(await listIds('invalid')).toEqual([expiring.id, disabled.id, used.id])
    expect(await listIds('expired')).toEqual([expiring.id])
    expect(await listIds('3')).toEqual([used.id])
    expect(await listIds('2')).toEqual([disabled.id])
    expect(await listIds('1')).toContain(good.id)
    expect((await admin.delete('/api/redemption/invalid')).body.data).toBe(3)
    expect((await admin.delete('/api/redemption/invalid')).body.data).toBe(0)
    expect(await listIds('invalid')).toEqual([])
    const { data } = (await user.get('/api/user/topup/self')).body
    expect(data).toMatchObject({
      total: 1,
      items: [{ method: 'redemption', quota: 100_000, status: 'success' }],
    })
    expect((await auditLedger(app.store)).findings).toEqual([])
  })
})
