import { setImmediate } from 'node:timers/promises'
import { dayMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import type { Config } from '../platform/config.ts'
import type { Services } from '../services.ts'
import { voidMoves } from '../store/log-store/move-usage-rows.ts'
import type { Database } from '../store/schema.ts'
import { makeUsagePartitions } from '../store/usage-partitions.ts'
import { removeOldContents, removeOldUsageLogs } from '../store/usage-retention.ts'
import type { Job } from './supervisor.ts'

type RetentionTools = Services<'state' | 'clock' | 'log'> & { config: Pick<Config, 'LOG_RETENTION_DAYS'> }

const rowsPerTransaction = 500

/** Creates the partitions of the next months, and deletes rows and contents beyond their retention time. */
export const createUsageLogJob = (deps: Services<'db' | 'logStore'> & RetentionTools): Job => ({
  name: 'usage log',
  schedule: '0 43 * * * *',
  async run(signal) {
    await keepWithin(deps.db, deps, signal)
    if (!deps.logStore) return
    const { db } = await deps.logStore.open()
    await voidMoves({ main: deps.db, logs: db })
    await keepWithin(db, deps, signal)
  },
})

/** Of the main database or of the log database. */
async function keepWithin(
  db: Kysely<Database>,
  { state, clock, log, config }: RetentionTools,
  signal: AbortSignal,
): Promise<void> {
  const made = await makeUsagePartitions(db, clock.now())
  if (made.length > 0) log.info({ partitions: made }, 'partitions of the usage log created')
  const { options } = state.current()
  const before = (days: number) => (days === 0 ? 0 : clock.now() - days * dayMs)
  const times = {
    charges: before(options['log_retention.charge_days'] || config.LOG_RETENTION_DAYS),
    errors: before(options['log_retention.error_days'] || config.LOG_RETENTION_DAYS),
  }
  // The embedded database works synchronously: without a pause the batches would block the event loop.
  const removed = await removeOldUsageLogs(db, times, { signal, pause: setImmediate })
  if (removed.rows > 0 || removed.months.length > 0)
    log.info({ removed: removed.rows, months: removed.months }, 'usage rows beyond their retention time deleted')
  const contentBefore = before(options['log_retention.content_days'])
  while (contentBefore > 0 && !signal.aborted) {
    if ((await removeOldContents(db, contentBefore, rowsPerTransaction)) < rowsPerTransaction) break
    await setImmediate()
  }
}
