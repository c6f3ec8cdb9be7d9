import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { State } from '../state/snapshot.ts'
import type { Database } from '../store/schema.ts'
import { makeUsagePartitions } from '../store/usage-partitions.ts'
import { removeOldContents, removeOldUsageLogs } from '../store/usage-retention.ts'
import type { Job } from './supervisor.ts'

interface UsageLogJobDependencies {
  db: Kysely<Database>
  state: Pick<State, 'current'>
  clock: Clock
  log: Log
  config: Pick<Config, 'LOG_RETENTION_DAYS'>
}

const dayMs = 86_400_000
const rowsPerTransaction = 500

/** Makes the partitions of the next months, and removes the rows and contents that are too old. */
export const createUsageLogJob = ({ db, state, clock, log, config }: UsageLogJobDependencies): Job => ({
  name: 'usage log',
  schedule: '0 43 * * * *',
  async run(signal) {
    const made = await makeUsagePartitions(db, clock.now())
    if (made.length > 0) log.info({ partitions: made }, 'partitions of the usage log have been made')
    const { options } = state.current()
    const before = (days: number) => (days === 0 ? 0 : clock.now() - days * dayMs)
    const times = {
      charges: before(options['log_retention.charge_days'] || config.LOG_RETENTION_DAYS),
      errors: before(options['log_retention.error_days'] || config.LOG_RETENTION_DAYS),
    }
    // The embedded database answers at once: without a pause the batches would be one long turn.
    const removed = await removeOldUsageLogs(db, times, { signal, pause: setImmediate })
    if (removed.rows > 0 || removed.months.length > 0)
      log.info(
        { removed: removed.rows, months: removed.months },
        'usage rows past their time have been removed',
      )
    const contentBefore = before(options['log_retention.content_days'])
    while (contentBefore > 0 && !signal.aborted) {
      if ((await removeOldContents(db, contentBefore, rowsPerTransaction)) < rowsPerTransaction) break
      await setImmediate()
    }
  },
})
