import { expect, test } from 'bun:test'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { createState } from '../state/state.ts'
import type { NewUsageLog } from '../store/schema.ts'
import { engines } from '../store/test-databases.ts'
import { newTestUsageLog } from '../store/test-usage-logs.ts'
import { listUsagePartitions, partitionMonth } from '../store/usage-partitions.ts'
import { createUsageLogJob } from './usage-log-job.ts'

const dayMs = 86_400_000
const log = createLog('silent')
const secretBox = createSecretBox('a secret for options')

const row = (created_at: number, type: number): NewUsageLog => newTestUsageLog({ created_at, type, content: 'text' })

for (const engine of engines)
  test(`the options set how long rows and contents are kept, and the environment where they are 0 (${engine.name})`, async () => {
    const store = await engine.fresh()
    // This time is before the current partitions, so rows are deleted one by one on every engine.
    const clock = createManualClock(Date.UTC(2023, 5, 15))
    const { signal } = new AbortController()
    const run = async (options: Record<string, string>, days: number) => {
      await store.db.deleteFrom('options').execute()
      const rows = Object.entries(options).map(([name, value]) => ({ name, value, updated_at: 0 }))
      if (rows.length > 0) await store.db.insertInto('options').values(rows).execute()
      const state = await createState({
        db: store.db,
        secretBox,
        clock,
        log,
        syncFrequencyMs: 0,
      })
      const config = { LOG_RETENTION_DAYS: days }
      await createUsageLogJob({ db: store.db, logStore: null, state, clock, log, config }).run(signal)
      await state.close()
      const remaining = await store.db
        .selectFrom('usage_logs')
        .select(['created_at', 'type', 'content'])
        .orderBy('created_at')
        .orderBy('type')
        .execute()
      return remaining.map(
        ({ created_at, type, content }) => `${(clock.now() - created_at) / dayMs} ${type} ${content}`,
      )
    }
    try {
      const ages = [50, 20, 5]
      const rows = ages.flatMap((age) => [2, 5].map((type) => row(clock.now() - age * dayMs, type)))
      await store.db.insertInto('usage_logs').values(rows).execute()
      expect(await run({}, 0)).toHaveLength(6)
      expect(await run({ 'log_retention.error_days': '10' }, 40)).toEqual(['20 2 text', '5 2 text', '5 5 text'])
      expect(await run({ 'log_retention.content_days': '10' }, 40)).toEqual(['20 2 ', '5 2 text', '5 5 text'])
      expect(await run({ 'log_retention.charge_days': '10' }, 0)).toEqual(['5 2 text', '5 5 text'])
      if (engine.name === 'PostgreSQL') {
        clock.advance(partitionMonth(Date.now(), 9).fromAt - clock.now())
        await run({}, 0)
        const ends = (await listUsagePartitions(store.db)).map(({ untilAt }) => untilAt)
        expect(ends).toContain(partitionMonth(clock.now(), 3).untilAt)
      }
    } finally {
      await store.close()
    }
  })
