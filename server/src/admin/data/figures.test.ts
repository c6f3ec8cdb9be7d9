import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type DataChannels,
  type DataErrors,
  type DataOverview,
  type DataSiteErrors,
  type DataTokens,
  type DataUser,
  dataLinesMax,
} from '@sluice/contract/data'
import { quota } from '@sluice/contract/quota'
import { channelStatus } from '@sluice/contract/roles'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours, type UsageHour } from '../../store/usage-hours.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A Friday. */
const day = Date.UTC(2026, 10, 20)
const now = day + 15 * hourMs + hourMs / 2
const clock = { now: () => now, monotonic: () => performance.now() }

for (const engine of engines) {
  describe(`the dashboard on ${engine.name}`, () => {
    let app: TestApp
    let admin: TestClient
    let ulf: TestClient
    let vera: TestClient
    let channels: number[]
    let tokens: number[]

    beforeAll(async () => {
      app = await startTestApp({ clock, engine })
      admin = await app.addUser({ role: 10 })
      ulf = await app.addUser({ username: 'ulf' })
      vera = await app.addUser({ username: 'vera' })
      channels = []
      for (const name of ['good', 'flaky', 'broken', 'asleep']) {
        const made = await admin.post('/api/channel/', { name, key: 'k', models: 'a,b' })
        channels.push((made.body.data as { id: number }[])[0]?.id ?? 0)
      }
      await admin.put('/api/channel/', { id: channels[3], status: channelStatus.disabled })
      const disabledInfo = JSON.stringify({ status_reason: 'the key was refused', status_time: now / 1000 - 60 })
      await app.store.db
        .updateTable('channels')
        .set({ status: channelStatus.autoDisabled, other_info: disabledInfo })
        .where('id', '=', channels[2] ?? 0)
        .execute()
      await app.state.publish({ kind: 'channels' })
      await app.ledger.post({ ref: 'gift', userId: ulf.id, kind: 'credit', amount: quota(10_000) })
      tokens = []
      for (const remain_quota of [5_000, 90, 5_000]) {
        const made = await ulf.post('/api/token/', { name: `token ${tokens.length}`, remain_quota })
        tokens.push((made.body.data as { id: number }).id)
      }
      const hour = (at: number, more: Partial<UsageHour>) =>
        newTestUsageHour({
          ...noUse,
          hour: at,
          user_id: ulf.id,
          token_id: tokens[0] ?? 0,
          channel_id: channels[0] ?? 0,
          calls: 1,
          quota: 10,
          list_quota: 10,
          prompt_tokens: 3,
          completion_tokens: 4,
          use_time_ms: 500,
          ...more,
        })
      await addUsageHours(app.store.db, [
        hour(day + 2 * hourMs, {
          quota: 100,
          calls: 4,
          // Half of its input was read from a cache. Nothing is known of the other hours.
          cache_read_tokens: 1,
          cache_counted_tokens: 2,
          first_token_2: 3,
          first_token_9: 1,
        }),
        hour(day + 2 * hourMs, { model_name: 'b', quota: 30, token_id: tokens[1] ?? 0 }),
        // The current hour.
        hour(day + 15 * hourMs, {
          quota: 8,
          user_id: vera.id,
          token_id: 0,
          channel_id: channels[1] ?? 0,
          errors: 3,
          // One of them is a stream that was cut and charged.
          charged_errors: 1,
        }),
        // Refused before a model was known.
        hour(day + 3 * hourMs, {
          calls: 0,
          quota: 0,
          errors: 2,
          model_name: '',
          channel_id: 0,
          prompt_tokens: 0,
          completion_tokens: 0,
          use_time_ms: 0,
        }),
        // Yesterday: an hour in the compared part of the day, an hour of which half counts, and a later hour.
        hour(day - dayMs + 2 * hourMs, { quota: 50 }),
        hour(day - dayMs + 15 * hourMs, { quota: 20, calls: 4 }),
        hour(day - dayMs + 16 * hourMs, { quota: 1_000 }),
        hour(day - 3 * dayMs, {
          quota: 200,
          model_name: 'b',
          token_id: tokens[1] ?? 0,
          channel_id: channels[2] ?? 0,
        }),
      ])
      const known = hour(day + 2 * hourMs, { quota: 60, calls: 2 })
      await app.store.db
        .insertInto('usage_client_hours')
        .values({ ...known, client: 'Codex' })
        .execute()
    })
    afterAll(() => app.close())

    const read = async <T>(client: TestClient, path: string) => {
      const { body } = await client.get(path)
      if (!body.success) throw new Error(`${body.code}: ${body.message}`)
      return body.data as T
    }
    const today = `start_timestamp=${day / 1000}`

    test('today is shown by the hour, hours without calls are 0, and models are sorted by charge', async () => {
      const view = await read<DataOverview>(admin, `/api/data/overview?${today}`)
      expect(view).toMatchObject({ step: 'hour', start: day / 1000, end: now / 1000 })
      expect(view.starts).toHaveLength(16)
      expect(view.starts[15]).toBe(day / 1000 + 15 * 3_600)
      expect(view.series.quota).toEqual([0, 0, 130, ...Array(12).fill(0), 8])
      expect(view.series.errors).toEqual([0, 0, 0, 2, ...Array(11).fill(0), 3])
      expect(view.sums).toEqual({
        calls: 5,
        errors: 5,
        charged_calls: 6,
        quota: 138,
        prompt_tokens: 9,
        completion_tokens: 12,
        use_time_ms: 1_500,
        cache_read_tokens: 1,
        cache_counted_tokens: 2,
      })
      expect(view.first_token).toMatchObject({
        span: { calls: 4, p50_ms: 168, p95_ms: 1_903 },
        previous: { calls: 0, p50_ms: null, p95_ms: null },
      })
      expect(view.first_token.series.p95_ms).toEqual([null, null, 1_903, ...Array(13).fill(null)])
      expect(view.parts.map((part) => [part.model_name, part.quota, part.series.quota[2]])).toEqual([
        ['a', 108, 100],
        ['b', 30, 30],
      ])
      expect(view.parts[0]?.series.tokens[2]).toBe(7)
      expect(view.others).toBeNull()
    })

    test('today is compared with the same part of yesterday, including the same part of the current hour', async () => {
      const { previous } = await read<DataOverview>(admin, `/api/data/overview?${today}`)
      expect(previous).toMatchObject({ quota: 50 + 10, calls: 1 + 2 })
      const week = `start_timestamp=${(day - 6 * dayMs) / 1000}`
      const longer = await read<DataOverview>(admin, `/api/data/overview?${week}`)
      expect(longer.previous.calls).toBe(0)
      // A span in the past is compared with the whole span before it.
      const over = `start_timestamp=${day / 1000}&end_timestamp=${(day + 3 * hourMs - 1) / 1000}`
      const past = await read<DataOverview>(admin, `/api/data/overview?${over.replace(/\.\d+/, '')}`)
      expect([past.sums.quota, past.previous.quota]).toEqual([130, 50])
    })

    test('days and weeks begin in the time zone of the request', async () => {
      const path = (zone: string, step: string) =>
        `/api/data/overview?start_timestamp=${(day - 3 * dayMs) / 1000}&step=${step}&time_zone=${zone}`
      const utc = await read<DataOverview>(admin, path('UTC', 'day'))
      expect(utc.series.quota).toEqual([200, 0, 1_070, 138])
      const east = await read<DataOverview>(admin, path('Asia/Shanghai', 'day'))
      // Midnight there is 16:00 UTC, so the last hour of yesterday belongs to today.
      expect(east.series.quota).toEqual([200, 0, 70, 1_138])
      expect(east.starts[3]).toBe((day - 8 * hourMs) / 1000)
      const week = await read<DataOverview>(admin, path('Asia/Shanghai', 'week'))
      expect(week.series.quota).toEqual([1_408])
    })

    test('models after the first eight are summed up', async () => {
      const hours = Array.from({ length: 11 }, (_, index) =>
        newTestUsageHour({
          ...noUse,
          hour: day - 20 * dayMs,
          user_id: vera.id,
          token_id: 0,
          model_name: `m${index}`,
          calls: 1,
          quota: 100 - index,
          prompt_tokens: 1,
          use_time_ms: 1,
        }),
      )
      await addUsageHours(app.store.db, hours)
      const times = `start_timestamp=${(day - 20 * dayMs) / 1000}&end_timestamp=${(day - 19 * dayMs) / 1000}`
      const view = await read<DataOverview>(vera, `/api/data/self/overview?${times}&step=day`)
      expect(view.parts.map((part) => part.model_name)).toEqual(Array.from({ length: 8 }, (_, i) => `m${i}`))
      expect(view.others).toMatchObject({ count: 3, quota: 92 + 91 + 90, series: { calls: [3, 0] } })
      const whole = await read<DataOverview>(vera, `/api/data/self/overview?${times}&step=day&parts=all`)
      expect(whole.parts.map((part) => part.model_name)).toEqual(Array.from({ length: 11 }, (_, i) => `m${i}`))
      expect(whole.others).toBeNull()
    })

    test('calls are grouped by one or two of model, key, group, program and channel', async () => {
      const own = await read<DataOverview>(ulf, `/api/data/self/overview?${today}&by=token,model`)
      expect(own.parts.map(({ token_name, model_name, quota: charge }) => [token_name, model_name, charge])).toEqual([
        ['token 0', 'a', 100],
        ['token 1', 'b', 30],
      ])
      expect(Object.keys(own.parts[0] ?? {})).not.toContain('group')
      const byGroup = await read<DataOverview>(ulf, `/api/data/self/overview?${today}&by=group`)
      // Calls that were refused before their model was known are of the group, too.
      expect(byGroup.parts).toMatchObject([{ calls: 5, errors: 2, quota: 130 }])
      const byChannel = await read<DataOverview>(admin, `/api/data/overview?${today}&by=channel,model`)
      expect(byChannel.parts.map((part) => [part.channel_name, part.model_name, part.quota])).toEqual([
        ['good', 'a', 100],
        ['good', 'b', 30],
        ['flaky', 'a', 8],
      ])
      const byClient = await read<DataOverview>(ulf, `/api/data/self/overview?${today}&by=client,model`)
      expect(byClient.parts.map(({ client, model_name, quota: charge }) => [client, model_name, charge])).toEqual([
        ['Codex', 'a', 60],
        // What no known program called, and what was counted before there were programs.
        ['', 'a', 40],
        ['', 'b', 30],
      ])
      expect(byClient.sums).toEqual(own.sums)
      for (const path of [`self/overview?by=channel`, `self/overview?by=user`, `self/overview?by=model,token,group`])
        expect((await ulf.get(`/api/data/${path}`)).body.code).toBe('invalid_parameters')
      expect((await admin.get('/api/data/overview?by=token')).body.code).toBe('invalid_parameters')
      expect((await admin.get('/api/data/overview?by=token&username=ulf')).body.success).toBe(true)
    })

    test('the filters of the usage log select the calls of all figures', async () => {
      const sumsOf = async (filter: string) => {
        const { sums, previous } = await read<DataOverview>(ulf, `/api/data/self/overview?${today}&${filter}`)
        return { calls: sums.calls, errors: sums.errors, quota: sums.quota, before: previous.quota }
      }
      expect(await sumsOf('model_name=b')).toEqual({ calls: 1, errors: 0, quota: 30, before: 0 })
      expect(await sumsOf('model_name=%25a%25')).toEqual({ calls: 4, errors: 0, quota: 100, before: 60 })
      expect(await sumsOf('token_name=token%201')).toEqual({ calls: 1, errors: 0, quota: 30, before: 0 })
      expect(await sumsOf('token_name=nothing')).toEqual({ calls: 0, errors: 0, quota: 0, before: 0 })
      expect(await sumsOf('group=elsewhere')).toMatchObject({ calls: 0, errors: 0 })
      expect(await sumsOf('type=2')).toMatchObject({ calls: 5, errors: 0, quota: 130 })
      expect(await sumsOf('type=5')).toMatchObject({ calls: 0, errors: 2, quota: 0 })
      const failed = await read<DataOverview>(ulf, `/api/data/self/overview?${today}&type=5`)
      expect([failed.first_token.span.calls, failed.sums.cache_counted_tokens]).toEqual([0, 0])
      const flaky = await read<DataOverview>(admin, `/api/data/overview?${today}&channel=${channels[1]}`)
      expect(flaky.sums).toMatchObject({ calls: 0, charged_calls: 1, errors: 3 })
      expect((await ulf.get('/api/data/self/overview?type=3')).body.code).toBe('invalid_parameters')
    })

    test('an account sees its own figures, an administrator those of any account by name', async () => {
      const own = await read<DataOverview>(ulf, `/api/data/self/overview?${today}`)
      expect([own.sums.quota, own.sums.errors]).toEqual([130, 2])
      const other = await read<DataOverview>(admin, `/api/data/overview?${today}&username=vera`)
      expect(other.sums).toMatchObject({ quota: 8, errors: 3 })
      const nobody = await admin.get('/api/data/overview?username=nobody')
      expect(nobody.body).toMatchObject({ success: false, code: 'not_found' })
    })

    test('an account without any call is distinguished from an idle one', async () => {
      const isNew = async (client: TestClient, path: string) => (await read<DataOverview>(client, path)).is_new
      const idleHour = `/api/data/self/overview?start_timestamp=${day / 1000 - 3_600}&end_timestamp=${day / 1000}`
      expect(await isNew(admin, '/api/data/self/overview')).toBe(true)
      expect([await isNew(ulf, idleHour), await isNew(admin, idleHour.replace('self/', ''))]).toEqual([false, false])
    })

    test('accounts are sorted by their charges', async () => {
      const users = await read<DataUser[]>(admin, `/api/data/users?${today}`)
      expect(users.map((user) => [user.username, user.calls, user.errors, user.quota])).toEqual([
        ['ulf', 5, 2, 130],
        ['vera', 0, 3, 8],
      ])
    })

    test('disabled channels are listed with their reason, also in an older form, and so are channels with failed calls', async () => {
      const view = await read<DataChannels>(admin, `/api/data/channels?start_timestamp=${day / 1000 - 259_200}`)
      expect(view).toMatchObject({ total: 4, stopped_total: 2, auto_stopped_total: 1 })
      expect(
        view.stopped.map(({ name, status, status_reason, calls }) => [name, status, status_reason, calls]),
      ).toEqual([
        ['broken', channelStatus.autoDisabled, 'the key was refused', 1],
        ['asleep', channelStatus.disabled, '', 0],
      ])
      expect(view.failing.map(({ name, errors }) => [name, errors])).toEqual([['flaky', 3]])
    })

    test('stopped channels are counted beyond those that are listed', async () => {
      const { db } = app.store
      const { id, ...row } = await db
        .selectFrom('channels')
        .selectAll()
        .where('id', '=', channels[2] ?? 0)
        .executeTakeFirstOrThrow()
      const more = Array.from({ length: 12 }, (_, index) => ({ ...row, name: `extra ${index}` }))
      await db.insertInto('channels').values(more).execute()
      const view = await read<DataChannels>(admin, '/api/data/channels')
      await db.deleteFrom('channels').where('name', 'like', 'extra %').execute()
      expect(view.stopped).toHaveLength(dataLinesMax)
      expect(view).toMatchObject({ stopped_total: 14, auto_stopped_total: 13 })
    })

    test('an account’s balance is shown, and its tokens that are nearly used up', async () => {
      const view = await read<DataTokens>(ulf, `/api/data/self/tokens?${today}`)
      // 1408 less the charges of vera, divided by the four days since the first charge.
      expect(view).toMatchObject({ quota: 10_000, total: 3, pace: 350 })
      expect(view.items.map(({ name, quota, calls }) => [name, quota, calls])).toEqual([
        ['token 0', 100, 4],
        ['token 1', 30, 1],
      ])
      expect(view.low.map(({ name, remain_quota, pace }) => [name, remain_quota, pace])).toEqual([['token 1', 90, 58]])
      const adminView = await read<DataTokens>(admin, `/api/data/tokens?username=ulf&${today}`)
      expect(adminView).toEqual(view)
      const withoutTokens = await read<DataTokens>(vera, '/api/data/self/tokens')
      expect(withoutTokens).toMatchObject({ total: 0, low: [] })
    })

    test('the newest failed calls are counted by cause, with the models and an example', async () => {
      const failed = (at: number, error: object, more: object = {}) =>
        newTestUsageLog({
          user_id: ulf.id,
          token_id: tokens[0] ?? 0,
          created_at: at,
          type: 5,
          model_name: 'a',
          quota: 0,
          list_quota: 0,
          detail: JSON.stringify({ error }),
          ...more,
        })
      const refused = { code: 'bad_response_status_code', status: 429 }
      app.ledger.record(failed(day + hourMs, refused))
      app.ledger.record(failed(day + 2 * hourMs, refused, { model_name: 'b', channel_id: channels[1] ?? 0 }))
      app.ledger.record(failed(day + 3 * hourMs, refused))
      app.ledger.record(
        failed(day + 3 * hourMs, { code: 'prompt_too_long', status: 400 }, { token_id: tokens[1] ?? 0 }),
      )
      app.ledger.record(failed(day - hourMs, refused))
      app.ledger.record(failed(day + 3 * hourMs, refused, { user_id: vera.id, token_id: 0 }))
      await app.ledger.flush()
      const errorsOf = (client: TestClient, path: string) => read<DataErrors>(client, `/api/data/${path}?${today}`)
      const own = await errorsOf(ulf, 'self/errors')
      expect(own).toMatchObject({ counted: 4, counted_from: day / 1000 })
      expect(own.causes).toMatchObject([
        {
          cause: 'upstream_busy',
          calls: 3,
          models: [
            { model_name: 'a', calls: 2 },
            { model_name: 'b', calls: 1 },
          ],
          newest: { created_at: (day + 3 * hourMs) / 1000 },
        },
        { cause: 'prompt_too_long', calls: 1, models: [{ model_name: 'a', calls: 1 }] },
      ])
      const filtered = await read<DataErrors>(ulf, `/api/data/self/errors?${today}&token_name=token%201`)
      expect(filtered.causes.map(({ cause }) => cause)).toEqual(['prompt_too_long'])
      expect((await read<DataErrors>(ulf, `/api/data/self/errors?${today}&type=2`)).causes).toEqual([])
      expect((await errorsOf(admin, 'errors')).causes[0]).toMatchObject({ cause: 'upstream_busy', calls: 4 })
      expect((await ulf.get('/api/data/errors')).body.code).toBe('insufficient_rights')
      expect(own).not.toHaveProperty('lines')
      const site = await read<DataSiteErrors>(admin, `/api/data/errors?${today}`)
      expect(site.lines_total).toBe(3)
      const newest = { created_at: (day + 3 * hourMs) / 1000 }
      expect(site.lines).toMatchObject([
        { cause: 'upstream_busy', model_name: 'a', calls: 3, since: (day + hourMs) / 1000, newest },
        { cause: 'upstream_busy', model_name: 'b', channel_name: 'flaky', calls: 1 },
        { cause: 'prompt_too_long', model_name: 'a', calls: 1 },
      ])
    })

    test('spans and parameters have their limits', async () => {
      const readCode = async (client: TestClient, path: string) => (await client.get(path)).body.code
      const days = (count: number) => `start_timestamp=${Math.floor(now / 1000) - count * 86_400}`
      expect(await readCode(ulf, `/api/data/self/overview?${days(40)}`)).toBe('invalid_parameters')
      expect(await readCode(ulf, `/api/data/self/tokens?${days(40)}`)).toBe('invalid_parameters')
      const long = await read<DataOverview>(admin, `/api/data/overview?${days(100)}&step=hour`)
      expect([long.step, long.starts.length]).toEqual(['day', 101])
      for (const wrong of ['step=minute', 'time_zone=Nowhere/Town'])
        expect(await readCode(admin, `/api/data/overview?${wrong}`)).toBe('invalid_parameters')
      for (const path of ['overview', 'tokens', 'users', 'channels'])
        expect((await ulf.get(`/api/data/${path}`)).body.success).toBe(false)
      // Times in the future are read as now.
      const ahead = `start_timestamp=${day / 1000 + 20 * 3_600}&end_timestamp=${day / 1000 + 30 * 3_600}`
      expect((await read<DataOverview>(admin, `/api/data/overview?${ahead}`)).series.quota).toEqual([8])
    })

    test('the default step is an option, and requests are refused while the dashboard is disabled', async () => {
      await app.root.put('/api/option/', { key: 'DataExportDefaultTime', value: 'week' })
      expect((await read<DataOverview>(ulf, '/api/data/self/overview')).step).toBe('week')
      await app.root.put('/api/option/', { key: 'DataExportEnabled', value: 'false' })
      for (const path of ['self/overview', 'self/tokens', 'overview', 'users', 'channels'])
        expect((await admin.get(`/api/data/${path}`)).body.code).toBe('dashboard_disabled')
      await app.root.put('/api/option/', { key: 'DataExportEnabled', value: 'true' })
    })
  })
}
