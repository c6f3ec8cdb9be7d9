import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { DataOverview } from '@sluice/contract/data'
import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { UsageHours } from '../../ledger/usage-hours.ts'
import { firstTokenCountOf, firstTokenPercentile, noFirstTokens } from '../../store/first-token-times.ts'
import { makeUsageSums } from '../../store/make-usage-sums.ts'
import { engines } from '../../store/test-databases.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { buildUsageRow, type UsageRow } from '../../store/usage-row.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const day = Date.UTC(2026, 10, 20)
const now = day + 15 * hourMs + hourMs / 2
const clock = { now: () => now, monotonic: () => performance.now() }
const days = 4

interface Call {
  row: UsageRow
  /** Milliseconds; null = the answer was not streamed. */
  firstToken: number | null
  cached: number
}

for (const engine of engines) {
  describe(`first tokens and cached input of filtered calls on ${engine.name}`, () => {
    let app: TestApp
    let admin: TestClient
    let ulf: TestClient
    let calls: Call[]

    beforeAll(async () => {
      app = await startTestApp({ clock, engine })
      admin = await app.addUser({ role: 10 })
      ulf = await app.addUser({ username: 'ulf' })
      const channels: number[] = []
      for (const name of ['one', 'two']) {
        const made = await admin.post('/api/channel/', { name, key: 'k', models: 'a,b' })
        channels.push((made.body.data as { id: number }[])[0]?.id ?? 0)
      }
      await app.ledger.post({ ref: 'gift', userId: ulf.id, kind: 'credit', amount: quota(10_000) })
      const tokens: number[] = []
      for (const name of ['k1', 'k2']) {
        const made = await ulf.post('/api/token/', { name, remain_quota: 1_000 })
        tokens.push((made.body.data as { id: number }).id)
      }
      calls = []
      for (let index = 0; index < 40 * days; index++) {
        const isFailed = index % 7 === 0
        const firstToken = index % 5 === 0 ? null : 50 + index * 40
        const cached = index % 3
        const row = buildUsageRow({
          user_id: ulf.id,
          username: 'ulf',
          created_at: day - (index % days) * dayMs + (index % 15) * hourMs,
          type: isFailed ? logType.error : logType.consume,
          token_id: tokens[Number(index % 4 < 2)] ?? 0,
          token_name: index % 4 < 2 ? 'k2' : 'k1',
          channel_id: channels[Number(index % 6 < 3)] ?? 0,
          model_name: index % 8 < 5 ? 'maker/a' : 'maker/b-large',
          group_name: index % 10 < 4 ? 'vip' : 'default',
          quota: isFailed ? 0 : 5,
          prompt_tokens: 10,
          is_stream: firstToken === null ? 0 : 1,
          detail: { frt: firstToken ?? -1_000, cache_tokens: cached },
        })
        calls.push({ row, firstToken, cached })
      }
      const hours = new UsageHours()
      for (const { row } of calls) hours.add(row, row.quota)
      await addUsageHours(app.store.db, hours.sorted())
    })
    afterAll(() => app.close())

    const channelOf = (index: number) => calls[index]?.row.channel_id ?? 0
    const filters: [string, (row: UsageRow) => boolean][] = [
      ['', () => true],
      ['model_name=maker/a', (row) => row.model_name === 'maker/a'],
      ['model_name=%25large', (row) => row.model_name === 'maker/b-large'],
      ['token_name=k1', (row) => row.token_name === 'k1'],
      ['group=vip', (row) => row.group_name === 'vip'],
      ['type=2', () => true],
      ['type=2&model_name=maker/a&group=vip', (row) => row.model_name === 'maker/a' && row.group_name === 'vip'],
      ['type=5', () => false],
    ]
    const expectedOf = (matches: (row: UsageRow) => boolean) => {
      const counted = calls.filter(({ row }) => row.type === logType.consume && matches(row))
      const times = { ...noFirstTokens }
      for (const { firstToken } of counted) if (firstToken !== null) times[firstTokenCountOf(firstToken)] += 1
      return {
        first: {
          calls: counted.filter(({ firstToken }) => firstToken !== null).length,
          p50_ms: firstTokenPercentile(times, 0.5),
          p95_ms: firstTokenPercentile(times, 0.95),
        },
        cached: [counted.reduce((sum, one) => sum + one.cached, 0), counted.length * 10],
      }
    }
    const expectAgreement = async () => {
      const own = ['/api/data/self/overview', ulf, filters] as const
      const channel: (typeof filters)[number] = [`channel=${channelOf(0)}`, (row) => row.channel_id === channelOf(0)]
      const all = ['/api/data/overview', admin, [...filters, channel]] as const
      for (const [path, client, asked] of [own, all])
        for (const [filter, matches] of asked)
          for (const shape of ['step=hour', 'step=day', 'step=day&by=client', 'step=hour&by=group']) {
            const span = `start_timestamp=${(day - (days - 1) * dayMs) / 1000}`
            const { body } = await client.get(`${path}?${span}&${shape}&${filter}`)
            const { first_token, sums } = body.data as DataOverview
            expect([
              path,
              shape,
              filter,
              { first: first_token.span, cached: [sums.cache_read_tokens, sums.cache_counted_tokens] },
            ]).toEqual([path, shape, filter, expectedOf(matches)])
          }
    }

    test('agree with the rows', expectAgreement)

    test('agree with the rows once there are sums', async () => {
      const { db, reports } = app.store
      await makeUsageSums({ db, reports }, now, { signal: new AbortController().signal, pause: async () => {} })
      await expectAgreement()
    })
  })
}
