import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { UsageBucket } from '@sluice/contract/data'
import { quota } from '@sluice/contract/quota'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import type { UsageRow } from '../../store/usage-row.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hour = 3_600
const start = Date.UTC(2026, 10, 20) / 1000
const clock = { now: () => (start + 5 * hour) * 1000, monotonic: () => performance.now() }

for (const engine of engines) {
  describe(`figures of the dashboard on ${engine.name}`, () => {
    let app: TestApp
    let ulf: TestClient
    let vera: TestClient

    beforeAll(async () => {
      app = await startTestApp({ clock, engine })
      ulf = await app.addUser({ username: 'ulf' })
      vera = await app.addUser({ username: 'vera' })
      for (const { id } of [ulf, vera])
        await app.ledger.post({ ref: `gift-${id}`, userId: id, kind: 'credit', amount: quota(1_000) })
      await addCall(ulf.id, start, 'b', 10)
      await addCall(ulf.id, start + 3_599, 'b', 20)
      await addCall(ulf.id, start + 2 * hour, 'a', 5)
      await addCall(vera.id, start + 60, 'b', 40)
      app.ledger.record({ ...row(ulf.id, start, 'never', 0), type: 5 })
      await app.ledger.flush()
    })
    afterAll(() => app.close())

    const row = (userId: number, at: number, model: string, charge: number): UsageRow =>
      newTestUsageLog({
        user_id: userId,
        created_at: at * 1000,
        token_id: 0,
        model_name: model,
        quota: charge,
        list_quota: charge,
        use_time_ms: 9,
      })
    let calls = 0
    async function addCall(userId: number, at: number, model: string, charge: number): Promise<void> {
      const hold = { ref: `call-${++calls}`, userId, tokenId: null, amount: quota(charge) }
      const reserved = await app.ledger.reserve(hold)
      if (!reserved.ok) throw new Error(reserved.reason)
      await reserved.reservation.settle(quota(charge), row(userId, at, model, charge), 1)
    }
    const readBuckets = async (client: TestClient, path: string) => (await client.get(path)).body.data as UsageBucket[]
    const all = { id: 0, user_id: 0, username: '' }

    test('administrators see the sum of all accounts, by model and hour, whatever default_time is', async () => {
      const path = `/api/data/?start_timestamp=${start}&end_timestamp=${start + 4 * hour}&default_time=week`
      expect(await readBuckets(app.root, path)).toEqual([
        { ...all, model_name: 'b', created_at: start, count: 3, quota: 70, token_used: 21 },
        { ...all, model_name: 'a', created_at: start + 2 * hour, count: 1, quota: 5, token_used: 7 },
      ])
    })

    test('administrators see one account by its name', async () => {
      const readOf = (username: string) => readBuckets(app.root, `/api/data/?username=${username}`)
      expect(await readOf('vera')).toEqual([
        {
          id: 0,
          user_id: vera.id,
          username: 'vera',
          model_name: 'b',
          created_at: start,
          count: 1,
          quota: 40,
          token_used: 7,
        },
      ])
      expect(await readOf('nobody')).toEqual([])
    })

    test('an account sees only its own calls, in whole hours that overlap the requested times', async () => {
      const rows = await readBuckets(ulf, `/api/data/self?start_timestamp=${start + 1_800}&username=vera`)
      expect(rows.map((row) => [row.user_id, row.username, row.model_name, row.quota])).toEqual([
        [ulf.id, 'ulf', 'b', 30],
        [ulf.id, 'ulf', 'a', 5],
      ])
      const past = await readBuckets(ulf, `/api/data/self?start_timestamp=${start + hour}`)
      expect(past.map((row) => row.model_name)).toEqual(['a'])
    })

    test('the flow of the same calls has the fields that each role may see', async () => {
      const span = `?start_timestamp=${start}&end_timestamp=${start + 4 * hour}`
      const readFlow = async (client: TestClient, path: string) => (await client.get(path + span)).body.data
      const shared = { use_group: 'default', model_name: 'b' }
      const own = { token_id: 0, token_name: '' }
      expect(await readFlow(ulf, '/api/data/flow/self')).toEqual([
        { ...own, ...shared, token_used: 14, count: 2, quota: 30 },
        { ...own, ...shared, model_name: 'a', token_used: 7, count: 1, quota: 5 },
      ])
      const channel = { channel_id: 1, channel_name: '' }
      const admin = await app.addUser({ role: 10 })
      expect(await readFlow(admin, '/api/data/flow')).toContainEqual({
        user_id: vera.id,
        username: 'vera',
        ...shared,
        ...channel,
        token_used: 7,
        count: 1,
        quota: 40,
      })
      expect(await readFlow(app.root, '/api/data/flow')).toContainEqual({
        user_id: vera.id,
        username: 'vera',
        ...own,
        ...shared,
        ...channel,
        token_used: 7,
        count: 1,
        quota: 40,
      })
      expect((await ulf.get('/api/data/flow/self')).body.data).toHaveLength(2)
      expect((await ulf.get(`/api/data/flow${span}`)).body.code).toBe('insufficient_rights')
    })

    test('a span over a month has daily steps, a span over a year is refused, and an account may request a month', async () => {
      const span = (days: number) => `?start_timestamp=${start - days * 86_400}&end_timestamp=${start + 4 * hour}`
      const rows = await readBuckets(app.root, `/api/data/${span(40)}`)
      expect(rows.map((row) => [row.model_name, row.created_at, row.quota])).toEqual([
        ['a', start, 5],
        ['b', start, 70],
      ])
      expect((await app.root.get(`/api/data/${span(366)}`)).body.code).toBe('invalid_parameters')
      expect(await readBuckets(ulf, `/api/data/self${span(30)}`)).toHaveLength(2)
      const refused = await ulf.get(`/api/data/self${span(31)}`)
      expect(refused.body).toMatchObject({ success: false, code: 'invalid_parameters' })
      expect(refused.body.message).toContain('31 days')
    })

    test('the answer is empty while the dashboard is disabled', async () => {
      await app.root.put('/api/option/', { key: 'DataExportEnabled', value: 'false' })
      expect(await readBuckets(app.root, '/api/data/')).toEqual([])
      expect(await readBuckets(ulf, '/api/data/self')).toEqual([])
      const status = await app.root.get('/api/status')
      expect(status.body.data).toMatchObject({ enable_data_export: false })
      await app.root.put('/api/option/', { key: 'DataExportEnabled', value: 'true' })
      expect(await readBuckets(ulf, '/api/data/self')).toHaveLength(2)
    })

    test('access is checked', async () => {
      expect((await ulf.get('/api/data/')).body.success).toBe(false)
      expect((await app.send('/api/data/self')).status).toBe(401)
    })
  })
}
