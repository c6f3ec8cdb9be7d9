import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { AuditLine } from '@sluice/contract/audit'
import type { Channel } from '@sluice/contract/channel'
import type { ChannelCounts } from '@sluice/contract/channel-list'
import type { ChannelSweep } from '@sluice/contract/channel-sweep'
import type { ChannelWrite } from '@sluice/contract/channel-write'
import type { DataChannels } from '@sluice/contract/data'
import type { PagedList } from '@sluice/contract/envelope'
import { startTestApp, type TestApp, type TestClient } from '../admin/test-app.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { serveLocally } from '../platform/test-port.ts'
import { engines } from '../store/test-databases.ts'
import { createUpkeep } from './upkeep.ts'

// Sweeps over all channels, on a real app with a fake upstream and a manual clock.

const chatAnswer = () =>
  Response.json({
    choices: [{ message: { role: 'assistant', content: 'hello' } }],
    usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
  })
const refusal = () =>
  Response.json({ error: { message: 'Incorrect API key', code: 'invalid_api_key' } }, { status: 401 })
const minute = 60_000

for (const engine of engines) {
  describe(`upkeep on ${engine.name}`, () => {
    const clock = createManualClock()
    let app: TestApp
    let admin: TestClient
    let upstream: Bun.Server<undefined>
    let answer: (key: string, path: string) => Response | Promise<Response>
    let calledKeys: string[] = []
    let running = 0
    let mostRunning = 0

    beforeAll(async () => {
      app = await startTestApp({
        engine,
        clock,
        environment: { CHANNEL_TEST_FREQUENCY: '10', CHANNEL_UPDATE_FREQUENCY: '30' },
      })
      admin = await app.addUser({ role: 10, username: 'vera' })
      upstream = serveLocally(async (request) => {
        const key = (request.headers.get('authorization') ?? '').replace('Bearer ', '')
        await request.text()
        calledKeys.push(key)
        mostRunning = Math.max(mostRunning, ++running)
        try {
          return await answer(key, new URL(request.url).pathname)
        } finally {
          running--
        }
      })
    })
    beforeEach(async () => {
      await admin.post('/api/channel/batch', { ids: (await listChannels()).map(({ id }) => id) }).catch(() => {})
      await setOptions({})
      calledKeys = []
      // Cancelled calls are never answered, so their count never decreases.
      running = 0
      mostRunning = 0
      answer = chatAnswer
      clock.advance(24 * 60 * minute)
    })
    afterAll(async () => {
      await upstream.stop(true)
      await app.close()
    })

    const listChannels = async () =>
      (await admin.get('/api/channel/?p=0&page_size=100&id_sort=true')).body.data as Channel[]
    const routedIds = () =>
      app.state
        .current()
        .routes.get('default')
        ?.get('gpt-4o')
        ?.map((channel) => channel.id)
    const readChannel = async (id: number) => (await admin.get(`/api/channel/${id}`)).body.data as Channel
    async function addChannel(more: Partial<ChannelWrite> = {}): Promise<number> {
      const base_url = `http://127.0.0.1:${upstream.port}`
      const body = { name: 'main', key: 'sk-main', models: 'gpt-4o', base_url, ...more }
      const made = await admin.post('/api/channel/', body)
      return (made.body.data as Channel[])[0]?.id ?? 0
    }
    /** Sets the given options and the defaults of these tests for the others. */
    async function setOptions(options: Record<string, string>): Promise<void> {
      const all = {
        AutomaticDisableChannelEnabled: 'true',
        AutomaticEnableChannelEnabled: 'false',
        ChannelDisableThreshold: '5',
        LogConsumeEnabled: 'true',
        ...options,
      }
      for (const [key, value] of Object.entries(all)) await app.root.put('/api/option/', { key, value })
    }
    const readProgress = async (kind = 'test') =>
      (await admin.get(`/api/channel/${kind}/progress`)).body.data as ChannelSweep
    const runScheduled = async (kind: 'test' | 'balance' = 'test') => {
      clock.advance(30 * minute)
      await app.upkeep.runDue(kind, new AbortController().signal)
    }
    async function runByHand(): Promise<ChannelSweep> {
      const { ended } = await app.upkeep.startSweep('test', { id: admin.id, username: 'vera' })
      await ended
      return await readProgress()
    }

    test('all enabled channels are tested, at most four at the same time, and the results are reported', async () => {
      const ids = []
      for (let i = 0; i < 9; i++) ids.push(await addChannel({ name: `c${i}`, key: `sk-${i}` }))
      await addChannel({ key: 'sk-off', status: 2 })
      await addChannel({ key: 'sk-late', expired_time: 1_000 })
      const fourRunning = Promise.withResolvers<void>()
      answer = async (key) => {
        if (running === 4) fourRunning.resolve()
        await fourRunning.promise
        return key === 'sk-5' ? Response.json({ error: { message: 'no sk-5' } }, { status: 500 }) : chatAnswer()
      }
      const started = await admin.get('/api/channel/test')
      expect(started.body).toMatchObject({ success: true, data: { state: 'running', started_by: 'vera' } })
      while ((await readProgress()).state === 'running') await new Promise(setImmediate)
      const sweep = await readProgress()
      expect(sweep).toMatchObject({ state: 'finished', total: 9, done: 9, passed: 8, failed: 1, skipped: 0 })
      expect(sweep.results[0]).toMatchObject({
        channel_id: ids[5],
        channel_name: 'c5',
        outcome: 'failed',
        message: 'status 500: no ***',
        model: 'gpt-4o',
        switched: '',
      })
      expect(sweep.results).toHaveLength(9)
      const inChinese = { 'accept-language': 'zh' }
      const translated = await admin.request('GET', '/api/channel/test/progress', undefined, inChinese)
      expect((translated.body.data as ChannelSweep).results[0]?.message).toBe('状态码 500：no ***')
      expect(mostRunning).toBe(4)
      expect(calledKeys.toSorted()).toEqual(Array.from({ length: 9 }, (_, i) => `sk-${i}`))
      expect((await readChannel(ids[0] ?? 0)).test_time).toBe(Math.floor(clock.now() / 1000))
      expect((await admin.get('/api/channel/test/progress?results=2')).body.data).toMatchObject({
        results: [{ outcome: 'failed' }, { outcome: 'passed' }],
      })
    })

    test('a second sweep is refused while one runs, with its progress; the running one can be cancelled', async () => {
      for (let i = 0; i < 12; i++) await addChannel({ name: `c${i}` })
      const arrived = Promise.withResolvers<void>()
      answer = async () => {
        if (running === 4) arrived.resolve()
        return await new Promise<Response>(() => {})
      }
      await admin.get('/api/channel/test')
      await arrived.promise
      const second = await admin.get('/api/channel/test')
      expect(second.body).toMatchObject({
        success: false,
        code: 'sweep_running',
        params: { done: 0, total: 12 },
      })
      expect((await admin.post('/api/channel/test/cancel')).body.data).toBe(true)
      while ((await readProgress()).state === 'running') await new Promise(setImmediate)
      expect(await readProgress()).toMatchObject({ state: 'cancelled', total: 12, done: 0 })
      expect((await admin.post('/api/channel/test/cancel')).body.data).toBe(false)
      expect(calledKeys).toHaveLength(4)
      for (const channel of await listChannels()) expect(channel.test_time).toBe(0)
    })

    test('a sweep started by hand sends a notice at its end, and a scheduled one does not', async () => {
      const readNoticesSent = () => app.store.db.selectFrom('counted_events').select('resets_at').execute()
      await addChannel()
      const before = await readNoticesSent()
      await runScheduled()
      expect(await readNoticesSent()).toEqual(before)
      await runByHand()
      expect(await readNoticesSent()).not.toEqual(before)
      await app.notify.notices.idle()
    })

    test('another node sees the progress of a sweep, and can cancel it', async () => {
      const config = { UPSTREAM_ALLOW_PRIVATE: true, POLLING_INTERVAL: 0 }
      const other = createUpkeep({
        db: app.store.db,
        ledger: app.ledger,
        state: app.state,
        clock,
        log: createLog('silent'),
        secretBox: createSecretBox('not used in this test'),
        channelNotices: app.notify.channelNotices,
        config: { ...config, CHANNEL_TEST_FREQUENCY: 10, CHANNEL_UPDATE_FREQUENCY: 0 },
      })
      for (let i = 0; i < 12; i++) await addChannel({ name: `c${i}` })
      const arrived = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      answer = async () => {
        if (running === 4) arrived.resolve()
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
      const sweep = await readProgress()
      expect(sweep.state).toBe('cancelled')
      expect(sweep.done).toBeLessThanOrEqual(4)
      expect(calledKeys).toHaveLength(4)
      await other.close()
    })

    test('only the selected channels are tested, whatever their status', async () => {
      const [off] = [await addChannel({ key: 'sk-off', status: 2 }), await addChannel({ key: 'sk-other' })]
      const { ended } = await app.upkeep.startSweep('test', { id: admin.id, username: 'vera' }, [off, off, 9_999])
      await ended
      expect(calledKeys).toHaveLength(1)
      expect(await readProgress()).toMatchObject({ state: 'finished', total: 1, done: 1, passed: 1 })
    })

    test('a scheduled sweep runs once on one of several nodes', async () => {
      await addChannel()
      clock.advance(30 * minute)
      const signal = new AbortController().signal
      await Promise.all([1, 2, 3].map(() => app.upkeep.runDue('test', signal)))
      expect(calledKeys).toHaveLength(1)
      expect(await readProgress()).toMatchObject({ state: 'finished', started_by: '', passed: 1 })
      clock.advance(5 * minute)
      await app.upkeep.runDue('test', signal)
      expect(calledKeys).toHaveLength(1)
      clock.advance(5 * minute)
      await app.upkeep.runDue('test', signal)
      expect(calledKeys).toHaveLength(2)
    })

    test('a scheduled sweep ends when the server stops', async () => {
      for (let i = 0; i < 6; i++) await addChannel({ name: `c${i}` })
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
      expect(await readProgress()).toMatchObject({ state: 'cancelled', done: 0 })
    })

    test('three slow scheduled tests disable a channel: ChannelDisableThreshold', async () => {
      const id = await addChannel()
      const kept = await addChannel({ name: 'kept', auto_ban: 0 })
      answer = () => {
        clock.advance(6_000)
        return chatAnswer()
      }
      await runScheduled()
      await runScheduled()
      await runByHand()
      expect((await readChannel(id)).status).toBe(1)
      await runScheduled()
      const channel = await readChannel(id)
      expect(channel.status).toBe(3)
      const { status_reason, status_time } = JSON.parse(channel.other_info)
      expect(status_reason).toStartWith('3 tests in a row took longer than 5 s, the last one ')
      expect(status_time).toBeGreaterThan(1_700_000_000)
      const readInChinese = async (path: string) =>
        (await admin.request('GET', path, undefined, { 'accept-language': 'zh' })).body.data
      const { stopped } = (await readInChinese('/api/data/channels')) as DataChannels
      expect(stopped[0]?.status_reason).toStartWith('连续 3 次测试超过 5 秒')
      const [line] = ((await readInChinese('/api/audit/?action=channel.auto_disable')) as PagedList<AuditLine>).items
      const after = JSON.parse(line?.after ?? '')
      expect(after).toEqual({ name: channel.name, status: 3, reason: stopped[0]?.status_reason })
      expect((await readProgress()).results.find(({ channel_id }) => channel_id === id)?.switched).toBe('disabled')
      expect((await readChannel(kept)).status).toBe(1)
      expect(routedIds()).toEqual([kept])
      const audit = (await app.root.get('/api/audit/?object_type=channel&page_size=5')).body.data
      expect(JSON.stringify(audit)).toContain('channel.auto_disable')
      await app.notify.notices.idle()
    })

    test('a channel whose last test failed needs attention until a test of it passes', async () => {
      const id = await addChannel({ models: 'gpt-4o,gpt-5' })
      await addChannel({ key: 'sk-good' })
      const readCounts = async () => {
        const { only } = (await admin.post('/api/channel/counts', {})).body.data as ChannelCounts
        return [only.attention, only.test_failed]
      }
      answer = (key) => (key === 'sk-main' ? Response.json({ error: { message: 'x' } }, { status: 500 }) : chatAnswer())
      expect(await readCounts()).toEqual([0, 0])
      await runByHand()
      expect(await readCounts()).toEqual([1, 1])
      answer = chatAnswer
      await admin.get(`/api/channel/test/${id}?model=gpt-5`)
      expect(await readCounts()).toEqual([1, 1])
      await admin.get(`/api/channel/test/${id}`)
      expect(await readCounts()).toEqual([0, 0])
      answer = refusal
      const passed = await readChannel(id)
      clock.advance(minute)
      await admin.get(`/api/channel/test/${id}?model=gpt-5`)
      expect(await readCounts()).toEqual([0, 0])
      // A duration of the failed model beside the channel would look like a pass.
      const { test_time, response_time } = await readChannel(id)
      expect([test_time, response_time]).toEqual([passed.test_time, passed.response_time])
    })

    test('slow tests disable no channel with a threshold of 0 or without the option', async () => {
      const id = await addChannel()
      answer = () => {
        clock.advance(60_000)
        return chatAnswer()
      }
      await setOptions({ ChannelDisableThreshold: '0' })
      for (let i = 0; i < 4; i++) await runScheduled()
      await setOptions({ AutomaticDisableChannelEnabled: 'false' })
      for (let i = 0; i < 4; i++) await runScheduled()
      expect((await readChannel(id)).status).toBe(1)
    })

    test('three refusals by the upstream account disable a channel: AutomaticDisableChannelEnabled, AutomaticDisableKeywords', async () => {
      const [byCode, byKeyword, other] = [
        await addChannel({ key: 'code' }),
        await addChannel({ key: 'keyword' }),
        await addChannel(),
      ]
      answer = (key) => {
        if (key === 'code') return refusal()
        const message = key === 'keyword' ? 'Your credit balance is too low' : 'not today'
        return Response.json({ error: { message } }, { status: 400 })
      }
      for (let i = 0; i < 2; i++) await runByHand()
      expect((await listChannels()).map(({ status }) => status)).toEqual([1, 1, 1])
      await runByHand()
      const readStatus = async (id: number) => (await readChannel(id)).status
      expect([await readStatus(byCode), await readStatus(byKeyword), await readStatus(other)]).toEqual([3, 3, 1])
      expect(JSON.parse((await readChannel(byCode)).other_info).status_reason).toBe('status 401: Incorrect API key')
      // After an administrator enables it again, one failed test does not disable it.
      await admin.put('/api/channel/', { id: byCode, status: 1 })
      await runByHand()
      expect(await readStatus(byCode)).toBe(1)
    })

    test('a successful test enables a channel that was disabled automatically: AutomaticEnableChannelEnabled', async () => {
      const [auto, off, bad] = [await addChannel(), await addChannel({ key: 'off' }), await addChannel({ key: 'bad' })]
      await admin.put('/api/channel/', { id: auto, status: 3 })
      await admin.put('/api/channel/', { id: bad, status: 3 })
      await admin.put('/api/channel/', { id: off, status: 2 })
      answer = (key) => (key === 'bad' ? refusal() : chatAnswer())
      expect(await runByHand()).toMatchObject({ total: 0, state: 'finished' })
      await setOptions({ AutomaticEnableChannelEnabled: 'true' })
      expect(await runByHand()).toMatchObject({ total: 2, passed: 1, failed: 1 })
      expect((await Promise.all([auto, off, bad].map(readChannel))).map(({ status }) => status)).toEqual([1, 2, 3])
      expect(calledKeys).not.toContain('off')
      expect(routedIds()).toEqual([auto])
      await admin.get(`/api/channel/test/${off}`)
      expect((await readChannel(off)).status).toBe(2)
    })

    test('only the refused key of several is disabled, and is enabled again when a test passes', async () => {
      const id = await addChannel({ key: 'bad\ngood', multi_key_mode: 'random' })
      let isBad = true
      answer = (key) => (isBad && key === 'bad' ? refusal() : chatAnswer())
      for (let i = 0; i < 3; i++) await runByHand()
      expect((await readChannel(id)).status).toBe(1)
      expect((await readChannel(id)).channel_info.multi_key_status_list).toEqual({ 0: 3 })
      await runByHand()
      expect(calledKeys.at(-1)).toBe('good')
      await setOptions({ AutomaticEnableChannelEnabled: 'true' })
      await runByHand()
      expect((await readChannel(id)).channel_info.multi_key_status_list).toEqual({ 0: 3 })
      isBad = false
      await runByHand()
      expect((await readChannel(id)).channel_info.multi_key_status_list).toBeNull()
    })

    test('a channel whose keys are all disabled is enabled again by a key whose test passes', async () => {
      const id = await addChannel({ key: 'one\ntwo', multi_key_mode: 'random' })
      let isBad = true
      answer = () => (isBad ? refusal() : chatAnswer())
      for (let i = 0; i < 6; i++) await runByHand()
      expect((await readChannel(id)).status).toBe(3)
      await setOptions({ AutomaticEnableChannelEnabled: 'true' })
      await runByHand()
      expect((await readChannel(id)).status).toBe(3)
      isBad = false
      await runByHand()
      expect((await readChannel(id)).status).toBe(1)
      await runByHand()
      expect((await readChannel(id)).channel_info.multi_key_status_list).toBeNull()
    })

    test('expensive models are not tested unless they are named', async () => {
      await addChannel({ name: 'images', models: 'dall-e-3,gpt-image-1' })
      await addChannel({ name: 'mixed', models: 'dall-e-3,tts-1,text-embedding-3-small' })
      answer = (_, path) => (path === '/v1/embeddings' ? Response.json({ data: [] }) : chatAnswer())
      const { results } = await runByHand()
      expect(results.map(({ channel_name, outcome, model }) => [channel_name, outcome, model])).toEqual([
        ['images', 'skipped', ''],
        ['mixed', 'passed', 'text-embedding-3-small'],
      ])
      expect(calledKeys).toHaveLength(1)
    })

    test('a test is not charged, and its value is in the usage log', async () => {
      const id = await addChannel()
      const before = (await app.root.get('/api/user/self')).body.data
      await runByHand()
      await admin.get(`/api/channel/test/${id}`)
      await runScheduled()
      await app.ledger.flush()
      const rows = await app.store.db
        .selectFrom('usage_logs')
        .selectAll()
        .where('channel_id', '=', id)
        .orderBy('id')
        .execute()
      expect(
        rows.map(({ type, username, quota, prompt_tokens, completion_tokens }) => [
          type,
          username,
          quota,
          prompt_tokens,
          completion_tokens,
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
      await setOptions({ LogConsumeEnabled: 'false' })
      await runByHand()
      await app.ledger.flush()
      const after = app.store.db.selectFrom('usage_logs').select('id').where('channel_id', '=', id)
      expect(await after.execute()).toHaveLength(3)
    })

    const billing = (limit: number, used: number) => (_: string, path: string) =>
      Response.json(
        path.endsWith('subscription') ? { has_payment_method: true, hard_limit_usd: limit } : { total_usage: used },
      )

    test('a balance is stored with its currency, and a positive one does not disable the channel', async () => {
      const id = await addChannel()
      answer = billing(20, 550)
      const updated = await admin.get(`/api/channel/update_balance/${id}/`)
      expect(updated.body).toMatchObject({ success: true, message: '', balance: 14.5, currency: 'USD' })
      expect(await readChannel(id)).toMatchObject({
        balance: 14.5,
        balance_currency: 'USD',
        status: 1,
        balance_updated_time: Math.floor(clock.now() / 1000),
      })
    })

    test('the balances of all keys of a channel are added up', async () => {
      const id = await addChannel({ key: 'a\nb\nc', multi_key_mode: 'random' })
      answer = (key, path) => billing(key === 'b' ? 5 : 1, 0)(key, path)
      expect((await admin.get(`/api/channel/update_balance/${id}`)).body.balance).toBe(7)
    })

    test('an empty balance disables its channel, and a failed query does not', async () => {
      await setOptions({ AutomaticDisableChannelEnabled: 'false' })
      const names = ['empty', 'kept', 'failing', 'claude', 'full'] as const
      const ids = new Map<string, number>()
      for (const name of names)
        ids.set(
          name,
          await addChannel({ name, key: name, type: name === 'claude' ? 14 : 1, auto_ban: name === 'kept' ? 0 : 1 }),
        )
      answer = (key, path) => {
        if (key === 'failing') return refusal()
        return billing(key === 'full' ? 9 : 1, 100)(key, path)
      }
      await runScheduled('balance')
      expect((await listChannels()).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1])
      await setOptions({})
      const all = await admin.get('/api/channel/update_balance')
      expect(all.body.data).toMatchObject({ state: 'finished', total: 5, passed: 3, failed: 1, skipped: 1 })
      const statuses = await Promise.all(names.map(async (name) => (await readChannel(ids.get(name) ?? 0)).status))
      expect(statuses).toEqual([3, 1, 1, 1, 1])
      expect(JSON.parse((await readChannel(ids.get('empty') ?? 0)).other_info).status_reason).toBe(
        'the balance is used up: 0 USD',
      )
      const { results } = await readProgress('update_balance')
      expect(
        results.map(({ channel_name, outcome, message, balance, switched }) => [
          channel_name,
          outcome,
          message,
          balance,
          switched,
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

    test('only administrators start, read and cancel sweeps', async () => {
      const user = await app.addUser({})
      const refused = { success: false, code: 'insufficient_rights' }
      for (const path of ['test', 'test/progress', 'update_balance', 'update_balance/progress', 'test/1'])
        expect((await user.get(`/api/channel/${path}`)).body).toMatchObject(refused)
      for (const path of ['test/cancel', 'update_balance/cancel'])
        expect((await user.post(`/api/channel/${path}`)).body).toMatchObject(refused)
    })
  })
}
