import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ChannelErrors, ChannelMargin } from '@sluice/contract/channel-figures'
import { logType } from '@sluice/contract/roles'
import { freshLogStore } from '../../store/log-store/test-log-stores.ts'
import { engines } from '../../store/test-databases.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const now = Date.UTC(2026, 10, 20, 12, 7)
const clock = { now: () => now, monotonic: () => performance.now() }

for (const engine of engines) {
  describe(`figures of channels on ${engine.name}`, () => {
    let app: TestApp
    let admin: TestClient
    const logStore = freshLogStore(engine)

    beforeAll(async () => {
      app = await startTestApp({ clock, engine, logStore: await logStore })
      admin = await app.addUser({ role: 10 })
      const failed = (minutesAgo: number, channel_id: number, type: number = logType.error) =>
        newTestUsageLog({ created_at: now - minutesAgo * minuteMs, channel_id, type })
      await app.store.db
        .insertInto('usage_logs')
        .values([
          failed(1, 7),
          failed(2, 7),
          failed(58, 7),
          failed(61, 7),
          failed(3, 8),
          failed(3, 0),
          failed(3, 9, logType.consume),
        ])
        .execute()
      const moved = { ...failed(29, 8), moved_in: 0, id: 900 }
      const { db } = await (await logStore).open()
      await db.insertInto('usage_logs').values(moved).execute()
      const hour = newTestUsageHour({
        hour: 0,
        cost_quota: 0,
        cost_known_calls: 0,
        cost_known_quota: 0,
        calls: 1,
        quota: 100,
      })
      await addUsageHours(app.store.db, [
        {
          ...hour,
          hour: now - 7 * minuteMs,
          channel_id: 7,
          cost_quota: 60,
          cost_known_calls: 1,
          cost_known_quota: 100,
        },
        { ...hour, hour: now - 7 * minuteMs - 40 * 24 * hourMs, channel_id: 7, cost_quota: 9, cost_known_calls: 1 },
        { ...hour, hour: now - 7 * minuteMs, channel_id: 8 },
        { ...hour, hour: now - 7 * minuteMs, channel_id: 9, calls: 0, errors: 4 },
        { ...hour, hour: now - 7 * minuteMs, channel_id: 10, cost_quota: 60, cost_known_calls: 1 },
      ])
    })
    afterAll(async () => {
      await app.close()
      await (await logStore).close()
    })

    test('failed calls of the last hour are counted by channel in steps, moved rows included', async () => {
      const errors = (await admin.get('/api/channel/errors')).body.data as ChannelErrors
      expect(errors.counted_from).toBe(Math.floor((now + 1 - hourMs) / 1000))
      expect(errors.channels.toSorted((a, b) => a.channel_id - b.channel_id)).toEqual([
        { channel_id: 7, errors: 3, steps: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] },
        { channel_id: 8, errors: 2, steps: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
      ])
    })

    test('cost and margin cover 30 days and the requested channels; an unknown cost is null', async () => {
      const answer = await admin.post('/api/channel/batch/margins', { ids: [7, 8, 9, 7] })
      const margins = answer.body.data as ChannelMargin[]
      expect(margins.toSorted((a, b) => a.channel_id - b.channel_id)).toEqual([
        { channel_id: 7, cost: 60, margin: 40, margin_percent: 40 },
        { channel_id: 8, cost: null, margin: null, margin_percent: null },
      ])
    })
  })
}
