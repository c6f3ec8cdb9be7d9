import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { UsageLog } from '@sluice/contract/usage-log'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { addToken, readAnswer, startTestApp, type TestAnswer, type TestApp, type TestClient } from '../test-app.ts'

const clock = createManualClock()
let app: TestApp
let ada: TestClient
let key: string
let tokenId: number
beforeAll(async () => {
  app = await startTestApp({ clock })
  ada = await app.addUser({ username: 'ada' })
  const token = await addToken(ada, 'tool')
  key = token.key
  tokenId = token.id
  const row = (quota: number, token_id: number) =>
    newTestUsageLog({
      user_id: ada.id,
      username: 'ada',
      token_id,
      token_name: 'tool',
      created_at: clock.now(),
      quota,
      list_quota: quota,
      request_id: 'r',
      detail: JSON.stringify({ model_ratio: 1, admin_info: { client_ip: '1.2.3.4' } }),
    })
  const rows = [row(1, tokenId), row(2, tokenId), row(4, tokenId + 1)]
  await insertUsageRows(app.store, rows)
})
afterAll(() => app.close())

// Each request has its own address, except where the limit is tested.
let requests = 0
const readLog = async (headers: Record<string, string>, query = '', peer = `198.51.100.${++requests}`) =>
  await readAnswer(await app.send(`/api/log/token${query}`, { headers }, peer))
const readUsage = async (headers: Record<string, string>, query = '') =>
  await readAnswer(await app.send(`/api/usage/token/${query}`, { headers }, `198.51.100.${++requests}`))
const rowsOf = (answer: TestAnswer) => answer.body.data as UsageLog[]
const bearer = () => ({ authorization: `Bearer sk-${key}` })

test('a key lists its calls in pages, without the data for administrators', async () => {
  const answer = await readLog({ ...bearer(), origin: 'https://tool.example' }, '?page_size=1')
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const first = rowsOf(answer)
  expect(answer.body).toMatchObject({ total: 2, page: 1, page_size: 1 })
  expect(JSON.stringify(first)).not.toContain('1.2.3.4')
  const { next_cursor } = answer.body as { next_cursor?: string }
  const next = rowsOf(await readLog({ 'x-api-key': key }, `?page_size=1&cursor=${next_cursor}`))
  expect([...first, ...next].map(({ quota }) => quota).toSorted()).toEqual([1, 2])
  expect(rowsOf(await readLog(bearer(), '?model_name=gpt-4o&type=2'))).toHaveLength(2)
})

test('a client that does not page gets up to a thousand rows', async () => {
  const answer = await readLog(bearer())
  expect(rowsOf(answer)).toHaveLength(2)
  expect(answer.body).toMatchObject({ total: 2, page: 1, page_size: 1_000, next_cursor: null })
})

test('a key reads its usage and its remaining quota in the form of existing tools', async () => {
  const change = (changes: object) =>
    app.store.db.updateTable('api_tokens').set(changes).where('id', '=', tokenId).execute()
  await change({ remain_quota: 700, used_quota: 300, model_limits: 'gpt-4o,o3', model_limits_enabled: 1 })
  const read = async () => (await readUsage(bearer())).body
  const usage = {
    object: 'token_usage',
    name: 'tool',
    total_granted: 1_000,
    total_used: 300,
    total_available: 700,
    unlimited_quota: true,
    model_limits: { 'gpt-4o': true, o3: true },
    model_limits_enabled: true,
  }
  expect(await read()).toMatchObject({ code: true, message: 'ok', data: { ...usage, expires_at: 0 } })
  const expires_at = clock.now() - 5_000
  await change({ expires_at, unlimited_quota: 0, remain_quota: 0, status: 4, model_limits: '' })
  expect((await read()).data).toEqual({
    ...usage,
    unlimited_quota: false,
    total_granted: 300,
    total_available: 0,
    model_limits: {},
    expires_at: Math.floor(expires_at / 1000),
  })
  await change({ expires_at: null, unlimited_quota: 1, status: 1, model_limits_enabled: 0 })
  expect((await readUsage({})).body).toMatchObject({ success: false, code: 'missing_api_key' })
  expect(await readUsage({ authorization: 'Bearer sk-nothing' })).toMatchObject({ status: 401 })
})

test('only a key in a header is accepted, not one in the address, a session or another secret', async () => {
  expect(await readLog({}, `?key=${key}`)).toMatchObject({ status: 401, body: { code: 'missing_api_key' } })
  expect(await readLog({ cookie: ada.cookie, 'new-api-user': String(ada.id) })).toMatchObject({ status: 401 })
  const { data: accessToken } = (await ada.post('/api/user/token')).body
  expect(await readLog({ authorization: `Bearer ${accessToken}` })).toMatchObject({
    status: 401,
    body: { code: 'invalid_api_key' },
  })
  const refused = await readLog({ authorization: 'Bearer sk-nothing', origin: 'https://tool.example' })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
})

test('a key in the address is accepted only if the operator allows it', async () => {
  const sendInAddress = () => Promise.all([readLog({}, `?key=sk-${key}`), readUsage({}, `?key=${key}`)])
  const allow = (value: boolean) => app.root.put('/api/option/', { key: 'KeyInQueryEnabled', value })
  expect((await sendInAddress()).map(({ status }) => status)).toEqual([401, 401])
  await allow(true)
  expect((await sendInAddress()).map(({ status }) => status)).toEqual([200, 200])
  expect(await readLog({}, '?key=made-up')).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
  expect(await readLog({ authorization: 'Bearer sk-nothing' }, `?key=${key}`)).toMatchObject({ status: 401 })
  await allow(false)
  expect((await sendInAddress()).map(({ status }) => status)).toEqual([401, 401])
})

test('the preflight request of another site is answered', async () => {
  const answer = await app.send('/api/log/token', {
    method: 'OPTIONS',
    headers: { origin: 'https://tool.example', 'access-control-request-method': 'GET' },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect((await app.send('/api/log/self', { method: 'OPTIONS' })).status).toBe(404)
})

test('a key without quota can still read its log; a disabled key, a wrong address or a banned account cannot', async () => {
  const change = (changes: object) =>
    app.store.db.updateTable('api_tokens').set(changes).where('id', '=', tokenId).execute()
  await change({ status: 4 })
  expect((await readLog(bearer())).status).toBe(200)
  await change({ status: 2 })
  expect((await readLog(bearer())).body.code).toBe('api_key_disabled')
  await change({ status: 1, allow_ips: '10.0.0.1' })
  expect((await readLog(bearer())).body.code).toBe('ip_not_allowed')
  await change({ allow_ips: '' })
  await app.root.post('/api/user/manage', { id: ada.id, action: 'disable' })
  expect((await readLog(bearer())).body.code).toBe('user_banned')
  await app.root.post('/api/user/manage', { id: ada.id, action: 'enable' })
})

test('one address may send sixty requests a minute', async () => {
  const statuses = []
  for (let count = 0; count < 61; count++) statuses.push((await readLog(bearer(), '', '203.0.113.9')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect((await readLog(bearer())).status).toBe(200)
})
