import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ApiToken, CallableModel } from '@sluice/contract/api-token'
import type { LastCall } from '@sluice/contract/usage-log'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { setOptions, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 10, 20, 12)
const clock = createManualClock(now)
let app: TestApp
let user: TestClient
let other: TestClient
const ids: Record<string, number> = {}

async function addToken(name: string, more: object = {}, client = user): Promise<number> {
  const { body } = await client.post('/api/token/', { name, unlimited_quota: true, ...more })
  const { id } = body.data as ApiToken
  ids[name] = id
  return id
}

beforeAll(async () => {
  app = await startTestApp({ clock })
  const admin = await app.addUser({ role: 10 })
  user = await app.addUser()
  other = await app.addUser()
  await admin.post('/api/channel/', { name: 'one', key: 'k', models: 'gpt-4o,text-embedding-3-small', type: 1 })
  await admin.post('/api/channel/', { name: 'two', key: 'k', models: 'claude-sonnet-4-5', type: 14, group: 'vip' })
  await addToken('a')
  await addToken('b', { unlimited_quota: false, remain_quota: 0 })
  await addToken('c', { expired_time: now / 1_000 + 60 })
  await addToken('theirs', {}, other)
  const used = (name: string, at: number, quota: number) =>
    newTestUsageHour({ hour: at, user_id: user.id, token_id: ids[name] ?? 0, quota })
  await addUsageHours(app.store.db, [
    used('a', now, 10),
    used('a', now - 48 * hourMs, 5),
    // Of the month before.
    used('a', Date.UTC(2026, 9, 31, 23), 1_000),
    used('c', now - hourMs, 40),
  ])
})
afterAll(() => app.close())

const list = async (query: string) => {
  const { data } = (await user.get(`/api/token/?page=1&page_size=2&${query}`)).body
  const { items, total } = data as { items: ApiToken[]; total: number }
  return { names: items.map(({ name }) => name), months: items.map(({ month }) => month), total }
}

test('a list shows what each token used this month, if it is asked', async () => {
  expect(await list('usage=month&sort=name&order=asc')).toEqual({
    names: ['a', 'b'],
    months: [
      { quota: 15, calls: 2, errors: 0 },
      { quota: 0, calls: 0, errors: 0 },
    ],
    total: 3,
  })
  expect((await list('')).months).toEqual([undefined, undefined])
})

test.each([
  ['', ['c', 'b']],
  ['sort=id&order=asc', ['a', 'b']],
  ['sort=name&order=desc', ['c', 'b']],
  ['sort=spend&order=desc', ['c', 'a']],
  ['sort=spend&order=asc', ['b', 'a']],
  ['sort=calls&order=desc', ['a', 'c']],
  ['sort=expires&order=asc', ['c', 'a']],
])('the whole account is sorted before the page is cut: %p', async (query, names) => {
  expect((await list(query)).names).toEqual(names)
})

test('a list is filtered by the state that its owner sees', async () => {
  expect(await list('status=1')).toMatchObject({ names: ['c', 'a'], total: 2 })
  expect(await list('status=4')).toMatchObject({ names: ['b'], total: 1 })
  clock.advance(60_000)
  expect(await list('status=3')).toMatchObject({ names: ['c'], total: 1 })
  expect(await list('status=1&sort=spend&order=desc')).toMatchObject({ names: ['a'], total: 1 })
})

test('the models of a token are those that it may call, with the ways to call them', async () => {
  const modelsOf = async (name: string) => {
    const { data } = (await user.get(`/api/token/${ids[name]}/models`)).body
    return data as CallableModel[]
  }
  const chat = ['openai', 'openai-response', 'anthropic', 'gemini'] as const
  expect(await modelsOf('a')).toEqual([
    { name: 'gpt-4o', endpoints: [...chat] },
    { name: 'text-embedding-3-small', endpoints: ['embeddings'] },
  ])
  await addToken('limited', { model_limits_enabled: true, model_limits: 'gpt-4o,claude-sonnet-4-5' })
  expect((await modelsOf('limited')).map(({ name }) => name)).toEqual(['gpt-4o'])
  await setOptions(app, { UserUsableGroups: JSON.stringify({ default: '', vip: '' }) })
  await addToken('vip', { group: 'vip' })
  expect((await modelsOf('vip')).map(({ name }) => name)).toEqual(['claude-sonnet-4-5'])
  // The account may not use the group any more: calls are refused.
  await setOptions(app, { UserUsableGroups: JSON.stringify({ default: '' }) })
  expect(await modelsOf('vip')).toEqual([])
  expect((await user.get(`/api/token/${ids.theirs}/models`)).body).toMatchObject({ success: false, code: 'not_found' })
})

test('the first call of a token is found once it has come, also if it failed', async () => {
  const lastCall = async (name: string, since?: number, client = user) => {
    const time = since === undefined ? '' : `&since=${since}`
    return (await client.get(`/api/log/self/last-call?token_id=${ids[name]}${time}`)).body.data as LastCall
  }
  const row = (more: object) =>
    newTestUsageLog({ user_id: user.id, token_id: ids.a ?? 0, created_at: clock.now(), ...more })
  const begun = await lastCall('a')
  expect(begun).toEqual({ at: clock.now(), call: null })
  expect((await lastCall('a', begun.at)).call).toBeNull()
  clock.advance(60_000)
  await insertUsageRows(app.store, [row({ type: 5, model_name: 'refused' })])
  expect((await lastCall('a', begun.at)).call?.model_name).toBe('refused')
  expect((await lastCall('a', begun.at, other)).call).toBeNull()
  expect((await lastCall('c', begun.at)).call).toBeNull()
  clock.advance(60_000)
  await insertUsageRows(app.store, [row({ model_name: 'answered' }), row({ type: 4, quota: -1, model_name: 'refund' })])
  expect((await lastCall('a', begun.at)).call?.model_name).toBe('answered')
  expect((await lastCall('a', clock.now() + 60_000)).call).toBeNull()
})

test('the site says which quota a new token is proposed', async () => {
  const proposed = async () =>
    ((await user.get('/api/status')).body.data as { default_token_quota: number }).default_token_quota
  expect(await proposed()).toBe(500_000)
  await setOptions(app, { 'token_setting.default_quota': '0' })
  expect(await proposed()).toBe(0)
})
