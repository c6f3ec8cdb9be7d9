import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { UsageLog, UsageLogPage } from '@sluice/contract/usage-log'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import type { NewUsageLog } from '../../store/schema.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock(Date.UTC(2026, 10, 20))
let app: TestApp
let admin: TestClient
let user: TestClient
let other: TestClient

beforeAll(async () => {
  app = await startTestApp({ clock })
  admin = await app.addUser({ role: 10 })
  user = await app.addUser({ username: 'ulf' })
  other = await app.addUser({ username: 'vera' })
  const channel = { name: 'first', key: 'k', models: 'gpt-4o' }
  const made = await admin.post('/api/channel/', channel)
  const channel_id = (made.body.data as { id: number }[])[0]?.id ?? 0
  const detail = JSON.stringify({ model_ratio: 1, admin_info: { use_channel: ['1'], client_ip: '1.2.3.4' } })
  const base = newTestUsageLog({
    user_id: user.id,
    created_at: clock.now(),
    token_id: 3,
    channel_id,
    prompt_tokens: 5,
    completion_tokens: 7,
    use_time_ms: 1_600,
    is_stream: 1,
    request_id: 'r',
    detail,
  })
  const rows: Partial<NewUsageLog>[] = [
    { created_at: clock.now() - 100_000, model_name: 'gpt-4o-mini', quota: 1 },
    { created_at: clock.now() - 59_000, quota: 2, token_name: '100%' },
    { created_at: clock.now() - 10_000, quota: 0, type: 5, content: 'upstream said no' },
    { created_at: clock.now() - 5_000, user_id: other.id, username: 'vera', quota: 4, group_name: 'vip' },
    // The name now belongs to another account: names change, ids do not.
    { created_at: clock.now() - 1_000, user_id: other.id, username: 'ulf', quota: 8, channel_id: 99_999 },
  ]
  const fullRows = rows.map((row) => ({ ...base, ...row }))
  await insertUsageRows(app.store, fullRows)
})
afterAll(() => app.close())

const pageOf = (answer: TestAnswer): UsageLogPage => answer.body.data as UsageLogPage
const readQuotas = async (client: TestClient, path: string) =>
  pageOf(await client.get(path)).items.map((row) => row.quota)

describe('access', () => {
  test.each([
    ['GET', '/api/log/', 'admin'],
    ['GET', '/api/log/stat', 'admin'],
    ['GET', '/api/log/search', 'admin'],
    ['DELETE', '/api/log/', 'root'],
    ['GET', '/api/log/self', 'user'],
    ['GET', '/api/log/self/stat', 'user'],
    ['GET', '/api/log/self/search', 'user'],
  ])('%s %s needs the role %s', async (method, path, lowestRole) => {
    expect((await app.send(path, { method })).status).toBe(401)
    const codes = []
    for (const client of [user, admin, app.root]) codes.push((await client.request(method, path)).body.code)
    const refused = 'insufficient_rights'
    const expected = { user: [false, false, false], admin: [true, false, false], root: [true, true, false] }
    expect(codes.map((code) => code === refused)).toEqual(expected[lowestRole as keyof typeof expected])
  })
})

describe('administrators', () => {
  test('see all rows, newest first, with the names of channels', async () => {
    const { items, ...rest } = pageOf(await admin.get('/api/log/?p=1'))
    expect(rest).toEqual({ total: 5, total_max: 10_000, page: 1, page_size: 10, next_cursor: null })
    expect(items.map((row) => row.quota)).toEqual([8, 4, 0, 2, 1])
    expect(items.map((row) => row.channel_name)).toEqual(['', 'first', 'first', 'first', 'first'])
    expect(items[1]).toMatchObject({
      is_stream: true,
      use_time: 2,
      username: 'vera',
      group: 'vip',
      request_id: 'r',
    })
    expect(items[1]?.created_at).toBe(clock.now() / 1000 - 5)
    expect(JSON.parse(items[1]?.other ?? '')).toHaveProperty('admin_info')
  })

  test('filter by type, account, channel, group, token, model and time', async () => {
    const from = clock.now() / 1000
    // A name selects the account that has it now, with the rows under its former names.
    expect(await readQuotas(admin, '/api/log/?username=vera')).toEqual([8, 4])
    expect(await readQuotas(admin, '/api/log/?username=ulf')).toEqual([0, 2, 1])
    expect(await readQuotas(admin, '/api/log/?username=ver%25')).toEqual([])
    expect(await readQuotas(admin, '/api/log/?type=5')).toEqual([0])
    expect(await readQuotas(admin, '/api/log/?type=0')).toHaveLength(5)
    expect(await readQuotas(admin, '/api/log/?channel=99999')).toEqual([8])
    expect(await readQuotas(admin, '/api/log/?group=vip')).toEqual([4])
    expect(await readQuotas(admin, `/api/log/?token_name=${encodeURIComponent('100%')}`)).toEqual([2])
    expect(await readQuotas(admin, '/api/log/?model_name=gpt-4o-%25')).toEqual([1])
    expect(await readQuotas(admin, '/api/log/?model_name=gpt_4o')).toEqual([])
    expect(await readQuotas(admin, `/api/log/?start_timestamp=${from - 59}&end_timestamp=${from - 10}`)).toEqual([0, 2])
  })

  test('read the same pages by number and by cursor', async () => {
    expect(await readQuotas(admin, '/api/log/?p=2&page_size=2')).toEqual([0, 2])
    expect(await readQuotas(admin, '/api/log/?p=0&page_size=2')).toEqual([8, 4])
    const first = pageOf(await admin.get('/api/log/?page_size=2'))
    expect(await readQuotas(admin, `/api/log/?page_size=2&cursor=${first.next_cursor}`)).toEqual([0, 2])
    expect(pageOf(await admin.get('/api/log/?page_size=999')).page_size).toBe(100)
    expect((await admin.get('/api/log/?p=99999')).body.success).toBe(false)
  })

  test('see the cost within the filters, and calls and tokens of the last minute', async () => {
    const stat = async (query: string) => (await admin.get(`/api/log/stat?${query}`)).body.data
    expect(await stat('')).toEqual({ quota: 15, rpm: 3, tpm: 36 })
    expect(await stat('type=0')).toEqual({ quota: 15, rpm: 3, tpm: 36 })
    expect(await stat('type=2')).toEqual({ quota: 15, rpm: 3, tpm: 36 })
    for (const type of [1, 3, 4]) expect(await stat(`type=${type}`)).toEqual({ quota: 0, rpm: 0, tpm: 0 })
    expect(await stat('type=5')).toMatchObject({ quota: 0, rpm: 1 })
    expect(await stat('username=vera')).toEqual({ quota: 12, rpm: 2, tpm: 24 })
    const old = clock.now() / 1000 - 90
    expect(await stat(`end_timestamp=${old}`)).toEqual({ quota: 1, rpm: 3, tpm: 36 })
  })

  test('search by the type or the beginning of the content', async () => {
    const found = async (keyword: string) =>
      ((await admin.get(`/api/log/search?keyword=${keyword}`)).body.data as UsageLog[]).length
    expect(await found('5')).toBe(1)
    expect(await found('upstream')).toBe(1)
    expect(await found('said')).toBe(0)
    expect(await found('%25')).toBe(0)
  })
})

describe('accounts', () => {
  test('see their own rows by account id, with the ids of the rows and without routing details', async () => {
    const { items, total } = pageOf(await user.get('/api/log/self/?p=1'))
    expect(total).toBe(3)
    expect(items.map((row) => row.quota)).toEqual([0, 2, 1])
    const all = pageOf(await admin.get('/api/log/')).items
    for (const row of items) {
      expect(all.map(({ id }) => id)).toContain(row.id)
      expect({ name: row.channel_name, id: row.channel }).toEqual({ name: '', id: 0 })
      expect(JSON.parse(row.other)).toEqual({ model_ratio: 1 })
    }
  })

  test('cannot see rows of other accounts by any filter', async () => {
    expect(await readQuotas(user, '/api/log/self?username=vera')).toEqual([0, 2, 1])
    expect(await readQuotas(user, `/api/log/self?user_id=${other.id}&channel=99999`)).toEqual([0, 2, 1])
    expect((await user.get('/api/log/self/stat?username=vera')).body.data).toEqual({
      quota: 3,
      rpm: 1,
      tpm: 12,
    })
    expect((await other.get('/api/log/self/stat')).body.data).toEqual({ quota: 12, rpm: 2, tpm: 24 })
    expect((await user.get('/api/log/self/search?keyword=2')).body.data).toHaveLength(2)
    expect((await user.get('/api/log/self/search?keyword=upstream')).body.data).toEqual([])
  })

  test('may request any span of time', async () => {
    const end = clock.now() / 1000
    const span = (days: number) => `start_timestamp=${end - days * 86_400}&end_timestamp=${end}`
    const month = pageOf(await user.get(`/api/log/self?${span(31)}`))
    const years = pageOf(await user.get(`/api/log/self?${span(3_200)}&token_name=`))
    expect(years.total).toBeGreaterThan(0)
    expect(years.items).toEqual(month.items)
    expect((await user.get(`/api/log/self/stat?${span(3_200)}`)).body.success).toBe(true)
    expect((await user.get(`/api/log/self?${span(3_200)}&token_name=none`)).body.data).toMatchObject({
      items: [],
      total: 0,
      next_cursor: null,
    })
  })
})

test('only a super administrator deletes old rows, and balances stay unchanged', async () => {
  const target = clock.now() / 1000 - 30
  expect((await app.root.delete('/api/log/')).body.message).toContain('target_timestamp is required')
  expect((await admin.delete(`/api/log/?target_timestamp=${target}`)).body.success).toBe(false)
  expect(await readQuotas(admin, '/api/log/')).toHaveLength(5)
  const before = await app.store.db.selectFrom('users').select(['id', 'quota', 'used_quota']).execute()
  expect((await app.root.delete(`/api/log/?target_timestamp=${target}`)).body).toMatchObject({
    success: true,
    data: 2,
  })
  expect(await readQuotas(admin, '/api/log/')).toEqual([8, 4, 0])
  expect(await app.store.db.selectFrom('users').select(['id', 'quota', 'used_quota']).execute()).toEqual(before)
  const lines = await app.store.db.selectFrom('audit_logs').selectAll().where('action', '=', 'log.purge').execute()
  expect(lines).toHaveLength(1)
})
