import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { CacheReport } from '@sluice/contract/cache-report'
import { logType } from '@sluice/contract/roles'
import { insertUsageRows } from '../../ledger/test-accounts.ts'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { noUse } from '../../store/usage-hour-question.ts'
import { addUsageHours, type UsageHour } from '../../store/usage-hours.ts'
import { buildUsageRow } from '../../store/usage-row.ts'
import { addToken, startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hourMs = 3_600_000
const day = Date.UTC(2026, 10, 20)
const clock = { now: () => day + 30 * hourMs, monotonic: () => performance.now() }

for (const engine of engines) {
  describe(`the report on caches on ${engine.name}`, () => {
    let app: TestApp
    let admin: TestClient
    let user: TestClient
    let tokenId: number
    let channelId: number

    beforeAll(async () => {
      app = await startTestApp({ clock, engine })
      admin = await app.addUser({ role: 10 })
      user = await app.addUser({ username: 'ulf' })
      tokenId = (await addToken(user, 'ci')).id
      const made = await admin.post('/api/channel/', { name: 'first', key: 'k', models: 'a,b' })
      channelId = (made.body.data as { id: number }[])[0]?.id ?? 0
      const put = (key: string, table: object) => admin.put('/api/option/', { key, value: JSON.stringify(table) })
      // Fresh input of `a` costs 2 quota a token, of `b` 1.
      await put('ModelRatio', { a: 2, b: 1 })
      await put('CacheRatio', { a: 0.1, b: 0.5 })
      await put('CreateCacheRatio', { a: 1.25 })
      await put('ModelPrice', { c: 0.1 })
      const hour = (model_name: string, [counted, read, write]: number[], more: Partial<UsageHour> = {}): UsageHour =>
        newTestUsageHour({
          ...noUse,
          hour: day,
          user_id: user.id,
          token_id: tokenId,
          channel_id: channelId,
          model_name,
          calls: 2,
          quota: 5,
          cache_counted_tokens: counted ?? 0,
          cache_read_tokens: read ?? 0,
          cache_write_tokens: write ?? 0,
          ...more,
        })
      await addUsageHours(app.store.db, [
        hour('a', [1_000, 600, 100]),
        hour('b', [10_000, 0, 0]),
        hour('c', [500, 100, 0]),
        hour('a', [1_000, 0, 400], { channel_id: 999, token_id: 0 }),
        // Nothing is counted.
        hour('d', [0, 0, 0]),
        hour('a', [7, 7, 0], { hour: day - 40 * 24 * hourMs }),
      ])
      const { hour: at, ...rest } = hour('a', [1_000, 600, 100])
      await app.store.db
        .insertInto('usage_client_hours')
        .values({ hour: at, ...rest, client: 'Cline' })
        .execute()
    })
    afterAll(() => app.close())

    const report = async (query = '') => (await admin.get(`/api/margin/cache?${query}`)).body.data as CacheReport

    test('models have their hits, what they saved and what they missed, the dearest miss first', async () => {
      const { items, total, sums, is_partial: isPartial } = await report()
      const shown = items.map((line) => [line.model_name, line.hit_percent, line.saved, line.missed])
      expect(shown).toEqual([
        ['b', 0, 0, 5_000],
        // 2 × (600 × 0.9 − 500 × 0.25), and 2 × 1400 × 0.9
        ['a', 30, 830, 2_520],
        // Priced by the call: a cache saves nothing.
        ['c', 20, null, null],
      ])
      expect([total, isPartial]).toEqual([3, false])
      expect(sums).toEqual({
        calls: 8,
        counted_tokens: 12_500,
        read_tokens: 700,
        write_tokens: 500,
        hit_percent: 5.6,
        saved: 830,
        missed: 7_520,
      })
    })

    test('channels and keys add up their models, with names', async () => {
      const names = (lines: CacheReport['items']) =>
        lines.map((line) => [line.channel_name, line.token_name, line.username, line.counted_tokens, line.saved])
      expect(names((await report('by=channel')).items)).toEqual([
        ['first', null, null, 11_500, 1_030],
        ['', null, null, 1_000, -200],
      ])
      expect(names((await report('by=token')).items)).toEqual([
        [null, 'ci', 'ulf', 11_500, 1_030],
        [null, '', 'ulf', 1_000, -200],
      ])
    })

    test('programs that are not known are one line', async () => {
      const { items } = await report('by=client')
      expect(items.map((line) => [line.client, line.counted_tokens])).toEqual([
        ['', 11_500],
        ['Cline', 1_000],
      ])
    })

    test('prompts that differ from the turn before are counted by where they do', async () => {
      const places = ['tools', 'message', 'message', 'system', undefined] as const
      const caller = { user_id: user.id, username: 'ulf', group_name: 'default' }
      const rows = places.map((place, at) =>
        buildUsageRow({
          type: logType.consume,
          created_at: day + at,
          ...caller,
          detail: place === undefined ? {} : { prompt_part: { in: place, at: 1, of: 3 } },
        }),
      )
      const failed = buildUsageRow({ type: logType.error, created_at: day, ...caller, detail: {} })
      await insertUsageRows(app.store, [...rows, failed])
      const parts = async (query = '') => (await admin.get(`/api/margin/cache/parts?${query}`)).body.data
      expect(await parts()).toEqual({ calls: 5, tools: 1, system: 1, message: 2 })
      expect(await parts(`end_timestamp=${Math.floor(day / 1000) - 3600}`)).toMatchObject({ calls: 0, tools: 0 })
      expect((await user.get('/api/margin/cache/parts')).body.code).toBe('insufficient_rights')
    })

    test('covers the requested span, which is limited', async () => {
      const at = (ms: number) => Math.floor(ms / 1000)
      const old = await report(`start_timestamp=${at(day - 41 * 24 * hourMs)}&end_timestamp=${at(day - 24 * hourMs)}`)
      expect(old.sums.counted_tokens).toBe(7)
      for (const query of ['by=colour', `start_timestamp=${at(day - 93 * 24 * hourMs)}`])
        expect((await admin.get(`/api/margin/cache?${query}`)).body.success).toBe(false)
      expect((await user.get('/api/margin/cache')).body.code).toBe('insufficient_rights')
    })
  })
}
