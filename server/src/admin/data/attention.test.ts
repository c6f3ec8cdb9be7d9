import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { AttentionItem, DataAttention, DataCustomers } from '@sluice/contract/data'
import { channelStatus } from '@sluice/contract/roles'
import { makeUsageSums } from '../../store/make-usage-sums.ts'
import { insertOrder } from '../../store/orders.ts'
import { recordAlert } from '../../store/payment-alerts.ts'
import type { ChannelUpdate } from '../../store/schema.ts'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { noteUnbelieved } from '../../store/unbelieved-channels.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours, type UsageHour } from '../../store/usage-hours.ts'
import { setOptions, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 10, 20, 15, 30)
const clock = { now: () => now, monotonic: () => performance.now() }

for (const engine of engines) {
  describe(`what needs an administrator on ${engine.name}`, () => {
    let app: TestApp
    let admin: TestClient

    beforeAll(async () => {
      app = await startTestApp({ clock, engine })
      admin = await app.addUser({ role: 10 })
    })
    afterAll(() => app.close())

    const read = async (client: TestClient = admin) =>
      (await client.get('/api/data/attention')).body.data as DataAttention
    const readItems = async (kind: AttentionItem['kind'], client?: TestClient) =>
      (await read(client)).items.filter((item) => item.kind === kind)
    async function addChannel(name: string, columns: ChannelUpdate = {}, more: object = {}): Promise<number> {
      const made = await admin.post('/api/channel/', { name, key: 'k', models: 'gpt-4o', ...more })
      const id = (made.body.data as { id: number }[])[0]?.id ?? 0
      if (Object.keys(columns).length > 0)
        await app.store.db.updateTable('channels').set(columns).where('id', '=', id).execute()
      await app.state.publish({ kind: 'channels' })
      return id
    }
    const addHour = (more: Partial<UsageHour>) =>
      addUsageHours(app.store.db, [newTestUsageHour({ ...noUse, hour: now - 1.5 * hourMs, ...more })])

    test('nothing, on a site where all is well', async () => {
      await addChannel('fine')
      expect(await read()).toEqual({ channels: 1, serving: 1, last_minute_calls: 0, items: [] })
    })

    test('channels that the gateway disabled: why, since when, and the calls for their models that failed since', async () => {
      const stoppedAt = (minutes: number): ChannelUpdate => ({
        status: channelStatus.autoDisabled,
        other_info: JSON.stringify({
          status_reason: 'status 401',
          status_reason_data: { code: 'upstream_status', params: { status: 401 } },
          status_time: (now - minutes * minuteMs) / 1000,
        }),
      })
      const id = await addChannel('first', stoppedAt(60), { models: 'gpt-4o,o3' })
      await addHour({ hour: now - 2.5 * hourMs, model_name: 'o3', calls: 0, errors: 99 })
      await addHour({ hour: now - 1.5 * hourMs, model_name: 'o3', calls: 0, errors: 4 })
      await addHour({ hour: now - 0.5 * hourMs, model_name: 'gpt-4o', errors: 3 })
      await addHour({ hour: now - 0.5 * hourMs, model_name: 'another', errors: 50 })
      expect(await readItems('stopped_channel')).toEqual([
        {
          kind: 'stopped_channel',
          count: 1,
          named: [{ id, name: 'first' }],
          named_total: 1,
          since: (now - hourMs) / 1000,
          reason: 'status 401',
          calls: 7,
        },
      ])
      expect(await readItems('stopped_channels')).toEqual([])
      for (let more = 1; more <= 7; more++) await addChannel(`stopped ${more}`, stoppedAt(60 - more))
      expect((await readItems('stopped_channel')).map(({ named }) => named[0]?.name)).toEqual([
        'stopped 7',
        'stopped 6',
        'stopped 5',
      ])
      const [others] = await readItems('stopped_channels')
      expect(others).toMatchObject({ count: 5, named_total: 5 })
      expect(others?.named.map(({ name }) => name)).toEqual(['stopped 4', 'stopped 3', 'stopped 2'])
      expect(await read()).toMatchObject({ channels: 9, serving: 1 })
      const chinese = await admin.request('GET', '/api/data/attention', undefined, { 'accept-language': 'zh' })
      expect((chinese.body.data as DataAttention).items[0]?.reason).toBe('状态码 401')
    })

    test('a channel whose calls fail now', async () => {
      const id = await addChannel('failing')
      for (let call = 0; call < 10; call++)
        app.channelHealth
          .begin(id, 'k', { userId: call, model: 'gpt-4o' })
          .failed({ cause: 'fault', userId: null, retryAfterMs: null })
      expect(await readItems('failing_channels')).toMatchObject([{ count: 1, named: [{ id, name: 'failing' }] }])
    })

    test('failed tests, refused keys, low balances and ends of channels, each with three names', async () => {
      for (let n = 1; n <= 4; n++) await addChannel(`untrusted ${n}`, { failed_tests: n })
      expect(await readItems('failed_tests')).toMatchObject([
        {
          count: 4,
          named_total: 4,
          named: [{ name: 'untrusted 1' }, { name: 'untrusted 2' }, { name: 'untrusted 3' }],
        },
      ])
      const dear = await addChannel('dear', { balance: 5, balance_updated_at: 1 })
      const yuan = await addChannel('yuan', { balance: 40, balance_updated_at: 1, balance_currency: 'CNY' })
      await addChannel('empty', { balance: 0, balance_updated_at: 1 })
      await addChannel('unknown', { balance: 0, balance_updated_at: 0 })
      await addChannel('off', { balance: 0, balance_updated_at: 1, status: channelStatus.disabled })
      expect((await readItems('low_balances'))[0]?.named.map(({ name }) => name)).toEqual(['empty'])
      // 6 dollars of 500 000 units, which are more than 40 yuan at 7.3.
      const cost = { hour: now - 3.5 * hourMs, cost_quota: 3_000_000, cost_known_calls: 1 }
      for (const channel_id of [dear, yuan]) await addHour({ channel_id, ...cost })
      expect((await readItems('low_balances'))[0]?.named.map(({ name }) => name)).toEqual(['dear', 'yuan', 'empty'])
      const id = await addChannel('two keys', {}, { key: 'good\nbad', multi_key_mode: 'random' })
      await admin.post('/api/channel/multi_key/manage', { channel_id: id, action: 'disable_key', key_index: 1 })
      expect(await readItems('refused_keys')).toEqual([])
      const { key_states } = await app.store.db
        .selectFrom('channels')
        .select('key_states')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const refused = key_states?.replaceAll('"status":2', '"status":3').replaceAll(/"at":\d+/g, '"at":1700') ?? null
      await app.store.db.updateTable('channels').set({ key_states: refused }).where('id', '=', id).execute()
      await app.state.publish({ kind: 'channels' })
      expect(await readItems('refused_keys')).toMatchObject([{ count: 1, named: [{ id, name: 'two keys' }] }])
      await addChannel('another secret', { key_box: 'not decryptable' })
      expect(await readItems('keyless_channels')).toMatchObject([{ count: 1, named: [{ name: 'another secret' }] }])
      expect(await readItems('unbelieved_usage')).toEqual([])
      for (const [index, one] of [dear, yuan, 987_654].entries()) await noteUnbelieved(app.store.db, one, now + index)
      const doubted = { count: 2, named: [{ name: 'yuan' }, { name: 'dear' }] }
      expect(await readItems('unbelieved_usage')).toMatchObject([doubted])
      await noteUnbelieved(app.store.db, dear, now + 9)
      await noteUnbelieved(app.store.db, yuan, now - 2 * dayMs)
      const again = { count: 2, named: [{ name: 'dear' }, { name: 'yuan' }] }
      expect(await readItems('unbelieved_usage')).toMatchObject([again])
      await addChannel('late', { expires_at: now - 1 })
      expect(await readItems('expiring_channels')).toMatchObject([{ count: 1, named: [{ name: 'late' }] }])
    })

    test('models on sale without a price, unless such models are free', async () => {
      await addChannel('unpriced', {}, { models: 'gpt-4o,no-price-a,no-price-b' })
      expect(await readItems('unpriced_models')).toMatchObject([
        { count: 2, named: [{ id: 0, name: 'no-price-a' }, { name: 'no-price-b' }] },
      ])
      await setOptions(app, { SelfUseModeEnabled: 'true' })
      expect(await readItems('unpriced_models')).toEqual([])
      await setOptions(app, { SelfUseModeEnabled: 'false' })
    })

    test('orders that have waited for an hour, and messages of payment gateways of a day', async () => {
      const order = (tradeNo: string, minutes: number, expiresIn: number) =>
        insertOrder(app.store.db, {
          trade_no: tradeNo,
          user_id: admin.id,
          method: 'alipay',
          amount: 1,
          quota: 1,
          money: '1.00',
          currency: '',
          created_at: now - minutes * minuteMs,
          expires_at: now + expiresIn * minuteMs,
        })
      await order('fresh', 59, 600)
      expect(await readItems('waiting_orders')).toEqual([])
      await order('old', 61, 600)
      await order('older', 90, 600)
      await order('over', 900, -1)
      expect(await readItems('waiting_orders')).toMatchObject([{ count: 2, since: (now - 90 * minuteMs) / 1000 }])
      const alert = (fingerprint: string, at: number) =>
        recordAlert(
          app.store.db,
          {
            fingerprint,
            gateway: 'epay',
            reason: 'bad_signature',
            trade_no: '',
            user_id: 0,
            detail: '',
            fault: null,
            ip: '',
          },
          at,
        )
      await alert('yesterday', now - dayMs - 1)
      expect(await readItems('payment_alerts')).toEqual([])
      await alert('now', now - hourMs)
      expect(await readItems('payment_alerts')).toMatchObject([{ count: 1, since: (now - hourMs) / 1000 }])
    })

    test('work that failed: sweeps and price lists, and jobs of this node for the super administrator', async () => {
      const { db } = app.store
      const sweep = { run_id: 'x', started_by: '', is_cancelled: 0, total: 9, scheduled_at: 0, finished_at: 0 }
      await db
        .insertInto('channel_sweeps')
        .values([
          { ...sweep, kind: 'balance', state: 'finished', started_at: 1, lease_until: 1 },
          { ...sweep, kind: 'test', state: 'running', started_at: now - hourMs, lease_until: now - 1 },
        ])
        .execute()
      expect(await readItems('interrupted_sweeps')).toMatchObject([
        { count: 1, named: [{ name: 'test' }], since: (now - hourMs) / 1000 },
      ])
      await admin.post('/api/price_source/', { name: 'a list', kind: 'site', url: 'https://prices.example' })
      await db.updateTable('price_sources').set({ error: '{"code":"unreachable","params":{}}' }).execute()
      expect(await readItems('failed_price_lists')).toMatchObject([{ count: 1, named: [{ name: 'a list' }] }])
      const source = await db.selectFrom('price_sources').select('id').executeTakeFirstOrThrow()
      const proposal = { source_id: source.id, side: 'sale', current: null, proposed: '{}', listed: '{}', doubts: '[]' }
      const found = { ...proposal, agreeing: '[]', differing: '[]', factor: 0, decided_at: 0 }
      await db
        .insertInto('price_proposals')
        .values([
          { ...found, model: 'a', found_at: now - hourMs, state: 'open' },
          { ...found, model: 'b', found_at: now - 2 * hourMs, state: 'open' },
          { ...found, model: 'c', found_at: now - 9 * hourMs, state: 'ignored' },
        ])
        .execute()
      expect(await readItems('price_proposals')).toMatchObject([{ count: 2, since: (now - 2 * hourMs) / 1000 }])
      app.jobRuns.end('usage sums', true, now - minuteMs)
      app.jobRuns.end('usage sums', true, now)
      expect(await readItems('failed_jobs')).toEqual([])
      expect(await readItems('failed_jobs', app.root)).toMatchObject([
        { count: 1, named: [{ id: 0, name: 'usage sums' }], since: (now - minuteMs) / 1000 },
      ])
      app.jobRuns.end('usage sums', false, now)
      expect(await readItems('failed_jobs', app.root)).toEqual([])
    })

    test('calls that ended within a minute count once, and are unknown if their rows are not kept', async () => {
      const call = (ago: number, more: object = {}) => newTestUsageLog({ created_at: now - ago, ...more })
      await app.store.db
        .insertInto('usage_logs')
        .values([
          call(60_001),
          call(60_000),
          call(1),
          call(1, { type: 5, is_charged: 1 }),
          call(1, { type: 5 }),
          call(1, { type: 3 }),
        ])
        .execute()
      expect((await read()).last_minute_calls).toBe(3)
      await setOptions(app, { LogConsumeEnabled: 'false' })
      expect((await read()).last_minute_calls).toBeNull()
      await setOptions(app, { LogConsumeEnabled: 'true' })
    })

    test('the newest accounts, and customers whose balance ends soon', async () => {
      const readCustomers = async () => (await admin.get('/api/data/customers')).body.data as DataCustomers
      const add = async (username: string, columns: object) => {
        const { id } = await app.addUser({ username })
        await app.store.db.updateTable('users').set(columns).where('id', '=', id).execute()
        return id
      }
      const slow = await add('slow', { quota: 200, used_quota: 700 })
      const enough = await add('enough', { quota: 400, used_quota: 700 })
      const fast = await add('fast', { quota: 7_000, used_quota: 70_000 })
      const idle = await add('idle', { quota: 5, used_quota: 9_000 })
      await add('banned', { quota: 5, used_quota: 9_000, status: 2 })
      await add('rich', { quota: 90_000_000, used_quota: 9_000 })
      const atNight = now - 3.5 * dayMs - hourMs / 2
      await addHour({ hour: atNight, user_id: slow, quota: 700 })
      await addHour({ hour: atNight, user_id: fast, quota: 70_000 })
      await addHour({ hour: atNight, user_id: enough, quota: 700 })
      await addHour({ hour: atNight - 5 * dayMs, user_id: slow, quota: 99_000_000 })
      const ends = { db: app.store.db, reports: app.store.reports }
      await makeUsageSums(ends, now, { signal: new AbortController().signal, pause: async () => {} })
      const { newest, low } = await readCustomers()
      expect(newest.map(({ username }) => username)).toEqual(['rich', 'banned', 'idle', 'fast', 'enough', 'slow'])
      expect(low).toEqual([
        { user_id: fast, username: 'fast', quota: 7_000, pace: 10_000 },
        { user_id: slow, username: 'slow', quota: 200, pace: 100 },
        { user_id: idle, username: 'idle', quota: 5, pace: 0 },
        { user_id: enough, username: 'enough', quota: 400, pace: 100 },
      ])
    })

    test('only administrators read it, while the dashboard is on', async () => {
      const user = await app.addUser({ username: 'nosy' })
      const paths = ['/api/data/attention', '/api/data/customers']
      for (const path of paths) expect((await user.get(path)).body.code).toBe('insufficient_rights')
      await setOptions(app, { DataExportEnabled: 'false' })
      for (const path of paths) expect((await admin.get(path)).body.code).toBe('dashboard_disabled')
      await setOptions(app, { DataExportEnabled: 'true' })
    })
  })
}
