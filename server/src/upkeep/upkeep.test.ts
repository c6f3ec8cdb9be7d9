import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { AuditLine } from '@sluice/contract/audit'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelSweep } from '@sluice/contract/channel-sweep'
import type { ChannelWrite } from '@sluice/contract/channel-write'
import type { DataChannels } from '@sluice/contract/data'
import type { PagedList } from '@sluice/contract/envelope'
import { startTestApp, type TestApp, type TestClient } from '../admin/test-app.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { engines } from '../store/test-databases.ts'
import { createUpkeep } from './upkeep.ts'

// Sweeps over all channels, on a real app with a fake upstream, and with an injected clock.

const chatAnswer = () =>
  Response.json({
    choices: [{ message: { role: 'assistant', content: 'hello' } }],
    usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
  })
const refusal = () =>
  Response.json({ error: { message: 'Incorrect API key', code: 'invalid_api_key' } }, { status: 401 })
const minute = 60_000

for (const engine of engines) {
  describe(engine.name, () => {
    const clock = createManualClock()
    let app: TestApp
    let admin: TestClient
    let upstream: Bun.Server<undefined>
    let answer: (key: string, path: string) => Response | Promise<Response>
    let seen: string[] = []
    let atOnce = 0
    let mostAtOnce = 0

    beforeAll(async () => {
      app = await startTestApp({
        engine,
        clock,
        environment: { CHANNEL_TEST_FREQUENCY: '10', CHANNEL_UPDATE_FREQUENCY: '30' },
      })
      admin = await app.addUser({ role: 10, username: 'vera' })
      upstream = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        async fetch(request) {
          const key = (request.headers.get('authorization') ?? '').replace('Bearer ', '')
          await request.text()
          seen.push(key)
          mostAtOnce = Math.max(mostAtOnce, ++atOnce)
          try {
            return await answer(key, new URL(request.url).pathname)
          } finally {
            atOnce--
          }
        },
      })
    })
    beforeEach(async () => {
      await admin.post('/api/channel/batch', { ids: (await listed()).map(({ id }) => id) }).catch(() => {})
      await set({})
      seen = []
      // Calls that were given up are never answered, so they are never counted down.
      atOnce = 0
      mostAtOnce = 0
      answer = chatAnswer
      clock.advance(24 * 60 * minute)
    })
    afterAll(async () => {
      await upstream.stop(true)
      await app.close()
    })

    const listed = async () => (await admin.get('/api/channel/?p=0&page_size=100&id_sort=true')).body.data as Channel[]
    const read = async (id: number) => (await admin.get(`/api/channel/${id}`)).body.data as Channel
    async function add(more: Partial<ChannelWrite> = {}): Promise<number> {
      const base_url = `http://127.0.0.1:${upstream.port}`
      const body = { name: 'main', key: 'sk-main', models: 'gpt-4o', base_url, ...more }
      const made = await admin.post('/api/channel/', body)
      return (made.body.data as Channel[])[0]?.id ?? 0
    }
    async function set(options: Record<string, string>): Promise<void> {
      const all = {
        ...{ AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'false' },
        ...{ ChannelDisableThreshold: '5', LogConsumeEnabled: 'true' },
        ...options,
      }
      for (const [key, value] of Object.entries(all)) await app.root.put('/api/option/', { key, value })
    }
    const progress = async (kind = 'test') =>
      (await admin.get(`/api/channel/${kind}/progress`)).body.data as ChannelSweep
    const scheduled = async (kind: 'test' | 'balance' = 'test') => {
      clock.advance(30 * minute)
      await app.upkeep.runDue(kind, new AbortController().signal)
    }
    async function byHand(): Promise<ChannelSweep> {
      const { ended } = await app.upkeep.startSweep('test', { id: admin.id, username: 'vera' })
      await ended
      return await progress()
    }

    test('all enabled channels are tested, a few at once, and the result is reported', async () => {
      const ids = []
      for (let i = 0; i < 9; i++) ids.push(await add({ name: `c${i}`, key: `sk-${i}` }))
      await add({ key: 'sk-off', status: 2 })
      await add({ key: 'sk-late', expired_time: 1_000 })
      const together = Promise.withResolvers<void>()
      answer = async (key) => {
        if (atOnce === 4) together.resolve()
        await together.promise
        return key === 'sk-5' ? Response.json({ error: { message: 'no sk-5' } }, { status: 500 }) : chatAnswer()
      }
      const begun = await admin.get('/api/channel/test')
      expect(begun.body).toMatchObject({ success: true, data: { state: 'running', started_by: 'vera' } })
      while ((await progress()).state === 'running') await new Promise(setImmediate)
      const sweep = await progress()
      expect(sweep).toMatchObject({ state: 'finished', total: 9, done: 9, passed: 8, failed: 1, skipped: 0 })
      expect(sweep.results[0]).toMatchObject({
        ...{ channel_id: ids[5], channel_name: 'c5', outcome: 'failed', message: 'status 500: no ***' },
        ...{ model: 'gpt-4o', switched: '' },
      })
      expect(sweep.results).toHaveLength(9)
      const inChinese = { 'accept-language': 'zh' }
      const translated = await admin.request('GET', '/api/channel/test/progress', undefined, inChinese)
      expect((translated.body.data as ChannelSweep).results[0]?.message).toBe('状态码 500：no ***')
      expect(mostAtOnce).toBe(4)
      expect(seen.toSorted()).toEqual(Array.from({ length: 9 }, (_, i) => `sk-${i}`))
      expect((await read(ids[0] ?? 0)).test_time).toBe(Math.floor(clock.now() / 1000))
      expect((await admin.get('/api/channel/test/progress?results=2')).body.data).toMatchObject({
        results: [{ outcome: 'failed' }, { outcome: 'passed' }],
      })
    })

    test('a second one while it runs gets the progress; it can be cancelled', async () => {
      for (let i = 0; i < 12; i++) await add({ name: `c${i}` })
      const arrived = Promise.withResolvers<void>()
      answer = async () => {
        if (atOnce === 4) arrived.resolve()
        return await new Promise<Response>(() => {})
      }
      await admin.get('/api/channel/test')
      await arrived.promise
      const second = await admin.get('/api/channel/test')
      expect(second.body).toMatchObject({
        ...{ success: false, code: 'sweep_running' },
        params: { done: 0, total: 12 },
      })
      expect((await admin.post('/api/channel/test/cancel')).body.data).toBe(true)
      while ((await progress()).state === 'running') await new Promise(setImmediate)
      expect(await progress()).toMatchObject({ state: 'cancelled', total: 12, done: 0 })
      expect((await admin.post('/api/channel/test/cancel')).body.data).toBe(false)
      expect(seen).toHaveLength(4)
      for (const channel of await listed()) expect(channel.test_time).toBe(0)
    })

    test('its starter is notified when it is over; the schedule notifies no one', async () => {
      const noticesSent = () => app.store.db.selectFrom('counted_events').select('resets_at').execute()
      await add()
      const before = await noticesSent()
      await scheduled()
      expect(await noticesSent()).toEqual(before)
      await byHand()
      expect(await noticesSent()).not.toEqual(before)
      await app.notify.notices.idle()
    })

    test('another node sees the progress, and can cancel it', async () => {
      const config = { UPSTREAM_ALLOW_PRIVATE: true, POLLING_INTERVAL: 0 }
      const other = createUpkeep({
        ...{ db: app.store.db, ledger: app.ledger, state: app.state, clock, log: createLog('silent') },
        secretBox: createSecretBox('of no use here'),
        channelNotices: app.notify.channelNotices,
        config: { ...config, CHANNEL_TEST_FREQUENCY: 10, CHANNEL_UPDATE_FREQUENCY: 0 },
      })
      for (let i = 0; i < 12; i++) await add({ name: `c${i}` })
      const arrived = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      answer = async () => {
        if (atOnce === 4) arrived.resolve()
        await go.promise
        return chatAnswer()
      }
      const { ended } = await app.upkeep.startSweep('test', { id: admin.id, username: 'vera' })
      await arrived.promise
      expect(await other.progress('test', 0, 'en')).toMatchObject({ state: 'running', total: 12, done: 0 })
      const again = await other.startSweep('test', { id: 0, username: '' }).catch((error) => error)
      expect(again).toMatchObject({ code: 'sweep_running' })
      expect(await other.cancelSweep('test')).toBe(true)
      go.resolve()
      await ended
      const sweep = await progress()
      expect(sweep.state).toBe('cancelled')
      expect(sweep.done).toBeLessThanOrEqual(4)
      expect(seen).toHaveLength(4)
      await other.close()
    })

    test('chosen channels alone are tested, whatever their status', async () => {
      const [off] = [await add({ key: 'sk-off', status: 2 }), await add({ key: 'sk-other' })]
      const { ended } = await app.upkeep.startSweep('test', { id: admin.id, username: 'vera' }, [off, off, 9_999])
      await ended
      expect(seen).toHaveLength(1)
      expect(await progress()).toMatchObject({ state: 'finished', total: 1, done: 1, passed: 1 })
    })

    test('the schedule runs it once, on whichever node comes first', async () => {
      await add()
      clock.advance(30 * minute)
      const signal = new AbortController().signal
      await Promise.all([1, 2, 3].map(() => app.upkeep.runDue('test', signal)))
      expect(seen).toHaveLength(1)
      expect(await progress()).toMatchObject({ state: 'finished', started_by: '', passed: 1 })
      clock.advance(5 * minute)
      await app.upkeep.runDue('test', signal)
      expect(seen).toHaveLength(1)
      clock.advance(5 * minute)
      await app.upkeep.runDue('test', signal)
      expect(seen).toHaveLength(2)
    })

    test('when the server stops, a scheduled sweep ends', async () => {
      for (let i = 0; i < 6; i++) await add({ name: `c${i}` })
      const arrived = Promise.withResolvers<void>()
      answer = async () => {
        arrived.resolve()
        return await new Promise<Response>(() => {})
      }
      const stopping = new AbortController()
      clock.advance(30 * minute)
      const run = app.upkeep.runDue('test', stopping.signal)
      await arrived.promise
      stopping.abort()
      await run
      expect(await progress()).toMatchObject({ state: 'cancelled', done: 0 })
    })

    test('three slow tests of the schedule switch a channel off: ChannelDisableThreshold', async () => {
      const id = await add()
      const kept = await add({ name: 'kept', auto_ban: 0 })
      answer = () => {
        clock.advance(6_000)
        return chatAnswer()
      }
      await scheduled()
      await scheduled()
      await byHand()
      expect((await read(id)).status).toBe(1)
      await scheduled()
      const channel = await read(id)
      expect(channel.status).toBe(3)
      const { status_reason, status_time } = JSON.parse(channel.other_info)
      expect(status_reason).toStartWith('3 tests in a row took longer than 5 s, the last one ')
      expect(status_time).toBeGreaterThan(1_700_000_000)
      const inChinese = async (path: string) =>
        (await admin.request('GET', path, undefined, { 'accept-language': 'zh' })).body.data
      const { stopped } = (await inChinese('/api/data/channels')) as DataChannels
      expect(stopped[0]?.status_reason).toStartWith('连续 3 次测试超过 5 秒')
      const [line] = ((await inChinese('/api/audit/?action=channel.auto_disable')) as PagedList<AuditLine>).items
      const after = JSON.parse(line?.after ?? '')
      expect(after).toEqual({ name: channel.name, status: 3, reason: stopped[0]?.status_reason })
      expect((await progress()).results.find((one) => one.channel_id === id)?.switched).toBe('disabled')
      expect((await read(kept)).status).toBe(1)
      expect(
        app.state
          .current()
          .routes.get('default')
          ?.get('gpt-4o')
          ?.map((one) => one.id),
      ).toEqual([kept])
      const audit = (await app.root.get('/api/audit/?object_type=channel&page_size=5')).body.data
      expect(JSON.stringify(audit)).toContain('channel.auto_disable')
      await app.notify.notices.idle()
    })

    test('no duration is too long with a threshold of 0, and nothing is switched without the option', async () => {
      const id = await add()
      answer = () => {
        clock.advance(60_000)
        return chatAnswer()
      }
      await set({ ChannelDisableThreshold: '0' })
      for (let i = 0; i < 4; i++) await scheduled()
      await set({ AutomaticDisableChannelEnabled: 'false' })
      for (let i = 0; i < 4; i++) await scheduled()
      expect((await read(id)).status).toBe(1)
    })

    test('three refusals of the account switch it off: AutomaticDisableChannelEnabled, AutomaticDisableKeywords', async () => {
      const [typed, worded, other] = [await add({ key: 'typed' }), await add({ key: 'worded' }), await add()]
      answer = (key) => {
        if (key === 'typed') return refusal()
        const message = key === 'worded' ? 'Your credit balance is too low' : 'not today'
        return Response.json({ error: { message } }, { status: 400 })
      }
      for (let i = 0; i < 2; i++) await byHand()
      expect((await listed()).map(({ status }) => status)).toEqual([1, 1, 1])
      await byHand()
      const statusOf = async (id: number) => (await read(id)).status
      expect([await statusOf(typed), await statusOf(worded), await statusOf(other)]).toEqual([3, 3, 1])
      expect(JSON.parse((await read(typed)).other_info).status_reason).toBe('status 401: Incorrect API key')
      // After an administrator enables it again, the next test does not switch it off.
      await admin.put('/api/channel/', { id: typed, status: 1 })
      await byHand()
      expect(await statusOf(typed)).toBe(1)
    })

    test('a successful test enables what the gateway switched off: AutomaticEnableChannelEnabled', async () => {
      const [auto, off, bad] = [await add(), await add({ key: 'off' }), await add({ key: 'bad' })]
      await admin.put('/api/channel/', { id: auto, status: 3 })
      await admin.put('/api/channel/', { id: bad, status: 3 })
      await admin.put('/api/channel/', { id: off, status: 2 })
      answer = (key) => (key === 'bad' ? refusal() : chatAnswer())
      expect(await byHand()).toMatchObject({ total: 0, state: 'finished' })
      await set({ AutomaticEnableChannelEnabled: 'true' })
      expect(await byHand()).toMatchObject({ total: 2, passed: 1, failed: 1 })
      expect((await Promise.all([auto, off, bad].map(read))).map(({ status }) => status)).toEqual([1, 2, 3])
      expect(seen).not.toContain('off')
      expect(
        app.state
          .current()
          .routes.get('default')
          ?.get('gpt-4o')
          ?.map((one) => one.id),
      ).toEqual([auto])
      await admin.get(`/api/channel/test/${off}`)
      expect((await read(off)).status).toBe(2)
    })

    test('of several keys the refused one is switched off alone, and comes back when a test passes', async () => {
      const id = await add({ key: 'bad\ngood', multi_key_mode: 'random' })
      let isBad = true
      answer = (key) => (isBad && key === 'bad' ? refusal() : chatAnswer())
      for (let i = 0; i < 3; i++) await byHand()
      expect((await read(id)).status).toBe(1)
      expect((await read(id)).channel_info.multi_key_status_list).toEqual({ 0: 3 })
      await byHand()
      expect(seen.at(-1)).toBe('good')
      await set({ AutomaticEnableChannelEnabled: 'true' })
      await byHand()
      expect((await read(id)).channel_info.multi_key_status_list).toEqual({ 0: 3 })
      isBad = false
      await byHand()
      expect((await read(id)).channel_info.multi_key_status_list).toBeNull()
    })

    test('a channel without a key that is on comes back with the key whose test passes', async () => {
      const id = await add({ key: 'one\ntwo', multi_key_mode: 'random' })
      let isBad = true
      answer = () => (isBad ? refusal() : chatAnswer())
      for (let i = 0; i < 6; i++) await byHand()
      expect((await read(id)).status).toBe(3)
      await set({ AutomaticEnableChannelEnabled: 'true' })
      await byHand()
      expect((await read(id)).status).toBe(3)
      isBad = false
      await byHand()
      expect((await read(id)).status).toBe(1)
      await byHand()
      expect((await read(id)).channel_info.multi_key_status_list).toBeNull()
    })

    test('a test is cheap: costly models are left out unless they are named', async () => {
      await add({ name: 'images', models: 'dall-e-3,gpt-image-1' })
      await add({ name: 'mixed', models: 'dall-e-3,tts-1,text-embedding-3-small' })
      answer = (_, path) => (path === '/v1/embeddings' ? Response.json({ data: [] }) : chatAnswer())
      const { results } = await byHand()
      expect(results.map(({ channel_name, outcome, model }) => [channel_name, outcome, model])).toEqual([
        ['images', 'skipped', ''],
        ['mixed', 'passed', 'text-embedding-3-small'],
      ])
      expect(seen).toHaveLength(1)
    })

    test('a test is free of charge, and its price is in the usage log', async () => {
      const id = await add()
      const before = (await app.root.get('/api/user/self')).body.data
      await byHand()
      await admin.get(`/api/channel/test/${id}`)
      await scheduled()
      await app.ledger.flush()
      const rows = await app.store.db
        .selectFrom('usage_logs')
        .selectAll()
        .where('channel_id', '=', id)
        .orderBy('id')
        .execute()
      expect(
        rows.map(({ type, username, quota, prompt_tokens, completion_tokens }) => [
          ...[type, username, quota, prompt_tokens, completion_tokens],
        ]),
      ).toEqual([
        [4, 'vera', 0, 8, 2],
        [4, 'vera', 0, 8, 2],
        [4, 'root', 0, 8, 2],
      ])
      // 8 × 1.25 + 2 × 5 = 20 of 500000 for a dollar.
      expect(rows[0]?.content).toBe(
        `Test of channel #${id} main with gpt-4o: 8 + 2 tokens, value $0.00004, not charged`,
      )
      expect(JSON.parse(rows[0]?.detail ?? '')).toMatchObject({ list_quota: 20, model_ratio: 1.25 })
      expect((await app.root.get('/api/user/self')).body.data).toEqual(before)
      const charges = app.store.db.selectFrom('ledger_entries').selectAll().where('kind', '=', 'charge')
      expect(await charges.execute()).toEqual([])
      await set({ LogConsumeEnabled: 'false' })
      await byHand()
      await app.ledger.flush()
      const after = app.store.db.selectFrom('usage_logs').select('id').where('channel_id', '=', id)
      expect(await after.execute()).toHaveLength(3)
    })

    const billing = (limit: number, used: number) => (_: string, path: string) =>
      Response.json(
        path.endsWith('subscription') ? { has_payment_method: true, hard_limit_usd: limit } : { total_usage: used },
      )

    test('a balance is queried, stored with its currency, and switches nothing while it is positive', async () => {
      const id = await add()
      answer = billing(20, 550)
      const one = await admin.get(`/api/channel/update_balance/${id}/`)
      expect(one.body).toMatchObject({ success: true, message: '', balance: 14.5, currency: 'USD' })
      expect(await read(id)).toMatchObject({
        ...{ balance: 14.5, balance_currency: 'USD', status: 1 },
        balance_updated_time: Math.floor(clock.now() / 1000),
      })
    })

    test('the balances of all keys of a channel are added up', async () => {
      const id = await add({ key: 'a\nb\nc', multi_key_mode: 'random' })
      answer = (key, path) => billing(key === 'b' ? 5 : 1, 0)(key, path)
      expect((await admin.get(`/api/channel/update_balance/${id}`)).body.balance).toBe(7)
    })

    test('all balances: an empty one switches the channel off, a failed query does not', async () => {
      await set({ AutomaticDisableChannelEnabled: 'false' })
      const names = ['empty', 'kept', 'failing', 'claude', 'full'] as const
      const ids = new Map<string, number>()
      for (const name of names)
        ids.set(
          name,
          await add({ name, key: name, type: name === 'claude' ? 14 : 1, auto_ban: name === 'kept' ? 0 : 1 }),
        )
      answer = (key, path) => {
        if (key === 'failing') return refusal()
        return billing(key === 'full' ? 9 : 1, 100)(key, path)
      }
      await scheduled('balance')
      expect((await listed()).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1])
      await set({})
      const all = await admin.get('/api/channel/update_balance')
      expect(all.body.data).toMatchObject({ state: 'finished', total: 5, passed: 3, failed: 1, skipped: 1 })
      const statuses = await Promise.all(names.map(async (name) => (await read(ids.get(name) ?? 0)).status))
      expect(statuses).toEqual([3, 1, 1, 1, 1])
      expect(JSON.parse((await read(ids.get('empty') ?? 0)).other_info).status_reason).toBe(
        'the balance is used up: 0 USD',
      )
      const { results } = await progress('update_balance')
      expect(
        results.map(({ channel_name, outcome, message, balance, switched }) => [
          ...[channel_name, outcome, message, balance, switched],
        ]),
      ).toEqual([
        ['failing', 'failed', 'The call to the upstream failed: the upstream answered 401.', null, ''],
        ['claude', 'skipped', 'The balance of channels of this type cannot be read.', null, ''],
        ['empty', 'passed', '', 0, 'disabled'],
        ['kept', 'passed', '', 0, ''],
        ['full', 'passed', '', 8, ''],
      ])
      const claude = await admin.get(`/api/channel/update_balance/${ids.get('claude')}`)
      expect(claude.body).toMatchObject({ success: false, code: 'balance_unknown' })
      await app.notify.notices.idle()
    })

    test('only administrators do any of it', async () => {
      const user = await app.addUser({})
      const refused = { success: false, code: 'insufficient_rights' }
      for (const path of ['test', 'test/progress', 'update_balance', 'update_balance/progress', 'test/1'])
        expect((await user.get(`/api/channel/${path}`)).body).toMatchObject(refused)
      for (const path of ['test/cancel', 'update_balance/cancel'])
        expect((await user.post(`/api/channel/${path}`)).body).toMatchObject(refused)
    })
  })
}
