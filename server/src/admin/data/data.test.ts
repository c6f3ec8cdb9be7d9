import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { UsageBucket } from '@sluice/contract/data'
import { quota } from '@sluice/contract/quota'
import type { UsageRow } from '../../ledger/ledger.ts'
import { engines } from '../../store/test-databases.ts'
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
      await call(ulf.id, start, 'b', 10)
      await call(ulf.id, start + 3_599, 'b', 20)
      await call(ulf.id, start + 2 * hour, 'a', 5)
      await call(vera.id, start + 60, 'b', 40)
      app.ledger.record({ ...row(ulf.id, start, 'never', 0), type: 5 })
      await app.ledger.flush()
    })
    afterAll(() => app.close())

    const row = (userId: number, at: number, model: string, charge: number): UsageRow => ({
      ...{ user_id: userId, created_at: at * 1000, type: 2, username: '', token_id: 0, token_name: '' },
      ...{ channel_id: 1, model_name: model, group_name: 'default', quota: charge, list_quota: charge },
      ...{ cost_quota: 0, prompt_tokens: 3, completion_tokens: 4, use_time_ms: 9, is_stream: 0 },
      ...{ request_id: '', content: '', detail: '' },
    })
    let calls = 0
    async function call(userId: number, at: number, model: string, charge: number): Promise<void> {
      const asked = { ref: `call-${++calls}`, userId, tokenId: null, amount: quota(charge) }
      const held = await app.ledger.reserve(asked)
      if (!held.ok) throw new Error(held.reason)
      await held.reservation.settle(quota(charge), row(userId, at, model, charge), 1)
    }
    const buckets = async (who: TestClient, path: string) => (await who.get(path)).body.data as UsageBucket[]
    const all = { id: 0, user_id: 0, username: '' }

    test('administrators see all accounts as one, by model and hour, whatever default_time says', async () => {
      const path = `/api/data/?start_timestamp=${start}&end_timestamp=${start + 4 * hour}&default_time=week`
      expect(await buckets(app.root, path)).toEqual([
        { ...all, model_name: 'b', created_at: start, count: 3, quota: 70, token_used: 21 },
        { ...all, model_name: 'a', created_at: start + 2 * hour, count: 1, quota: 5, token_used: 7 },
      ])
    })

    test('or one account by its name', async () => {
      const of = (username: string) => buckets(app.root, `/api/data/?username=${username}`)
      expect(await of('vera')).toEqual([
        {
          ...{ id: 0, user_id: vera.id, username: 'vera', model_name: 'b', created_at: start },
          ...{ count: 1, quota: 40, token_used: 7 },
        },
      ])
      expect(await of('nobody')).toEqual([])
    })

    test('an account sees its own, whole hours that the times touch', async () => {
      const rows = await buckets(ulf, `/api/data/self?start_timestamp=${start + 1_800}&username=vera`)
      expect(rows.map((one) => [one.user_id, one.username, one.model_name, one.quota])).toEqual([
        [ulf.id, 'ulf', 'b', 30],
        [ulf.id, 'ulf', 'a', 5],
      ])
      const past = await buckets(ulf, `/api/data/self?start_timestamp=${start + hour}`)
      expect(past.map((one) => one.model_name)).toEqual(['a'])
    })

    test('the flow names what each role may know, of the same calls', async () => {
      const span = `?start_timestamp=${start}&end_timestamp=${start + 4 * hour}`
      const flow = async (who: TestClient, path: string) => (await who.get(path + span)).body.data
      const shared = { use_group: 'default', model_name: 'b' }
      const own = { token_id: 0, token_name: '' }
      expect(await flow(ulf, '/api/data/flow/self')).toEqual([
        { ...own, ...shared, token_used: 14, count: 2, quota: 30 },
        { ...own, ...shared, model_name: 'a', token_used: 7, count: 1, quota: 5 },
      ])
      const channel = { channel_id: 1, channel_name: '' }
      const admin = await app.addUser({ role: 10 })
      expect(await flow(admin, '/api/data/flow')).toContainEqual({
        ...{ user_id: vera.id, username: 'vera', ...shared, ...channel, token_used: 7, count: 1, quota: 40 },
      })
      expect(await flow(app.root, '/api/data/flow')).toContainEqual({
        ...{ user_id: vera.id, username: 'vera', ...own, ...shared, ...channel },
        ...{ token_used: 7, count: 1, quota: 40 },
      })
      expect((await ulf.get('/api/data/flow/self')).body.data).toHaveLength(2)
      expect((await ulf.get(`/api/data/flow${span}`)).body.code).toBe('insufficient_rights')
    })

    test('beyond a month the steps are days, beyond a year the request is refused; accounts may ask for a month', async () => {
      const span = (days: number) => `?start_timestamp=${start - days * 86_400}&end_timestamp=${start + 4 * hour}`
      const rows = await buckets(app.root, `/api/data/${span(40)}`)
      expect(rows.map((one) => [one.model_name, one.created_at, one.quota])).toEqual([
        ['a', start, 5],
        ['b', start, 70],
      ])
      expect((await app.root.get(`/api/data/${span(366)}`)).body.code).toBe('invalid_parameters')
      expect(await buckets(ulf, `/api/data/self${span(30)}`)).toHaveLength(2)
      const refused = await ulf.get(`/api/data/self${span(31)}`)
      expect(refused.body).toMatchObject({ success: false, code: 'invalid_parameters' })
      expect(refused.body.message).toContain('31 days')
    })

    test('nothing while the dashboard is switched off', async () => {
      await app.root.put('/api/option/', { key: 'DataExportEnabled', value: 'false' })
      expect(await buckets(app.root, '/api/data/')).toEqual([])
      expect(await buckets(ulf, '/api/data/self')).toEqual([])
      const status = await app.root.get('/api/status')
      expect(status.body.data).toMatchObject({ enable_data_export: false })
      await app.root.put('/api/option/', { key: 'DataExportEnabled', value: 'true' })
      expect(await buckets(ulf, '/api/data/self')).toHaveLength(2)
    })

    test('access', async () => {
      expect((await ulf.get('/api/data/')).body.success).toBe(false)
      expect((await app.send('/api/data/self')).status).toBe(401)
    })
  })
}
