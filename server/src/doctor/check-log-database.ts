import { hourMs } from '@sluice/contract/durations'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { logDatabaseSettings } from '../platform/log-database-settings.ts'
import { redact } from '../platform/redact.ts'
import { lastFormerRevision } from '../store/former-schema.ts'
import { OldClickhouse } from '../store/log-store/clickhouse/schema.ts'
import { assertOwnLogDatabase } from '../store/log-store/log-database.ts'
import { hasMovedRows } from '../store/log-store/moved-rows.ts'
import { createLogStore } from '../store/log-store/open-log-store.ts'
import type { Store } from '../store/open-database.ts'
import { StoreError } from '../store/store-error.ts'
import { countUsageLogs } from '../store/usage-logs.ts'
import { explainFile } from './explain-file.ts'
import { type Finding, note, ok, problem } from './finding.ts'

const waitsMs = hourMs

/** The database that old usage rows move to, and whether they do. */
export async function checkLogDatabase(main: Pick<Store, 'db'>, config: Config, clock: Clock): Promise<Finding[]> {
  const settings = logDatabaseSettings(config)
  if (settings === null) return (await hasMovedRows(main.db)) ? [problem('log_database', 'log_rows_elsewhere')] : []
  const found: Finding[] = []
  // One row may stay: that of the highest id.
  const { count: waiting } = await countUsageLogs(main.db, { untilAt: clock.now() - waitsMs })
  if (waiting > 1) found.push(problem('log_database', 'log_rows_wait', { count: waiting }))
  try {
    const logStore = createLogStore(settings, { clock, access: 'read' })
    try {
      const { db, engine } = await logStore.open()
      const isMade = await assertOwnLogDatabase(db)
      found.push(
        isMade
          ? ok('log_database', 'log_database_fits', { engine })
          : note('log_database', 'log_database_not_made', { engine }),
      )
    } finally {
      await logStore.close()
    }
  } catch (error) {
    found.push(explain(error))
  }
  return found
}

function explain(error: unknown): Finding {
  const reason = redact(error instanceof Error ? error.message : String(error))
  const { cause } = error instanceof Error ? error : {}
  const file = explainFile(cause, 'log_database')
  if (file !== null) return file
  if (cause instanceof StoreError && cause.failure === 'missing')
    return note('log_database', 'log_database_not_made', { engine: 'sqlite' })
  if (error instanceof StoreError && error.failure === 'older_schema')
    return problem('log_database', 'log_database_before_first_release', { revision: lastFormerRevision })
  if (error instanceof OldClickhouse) return problem('log_database', 'log_database_server_old', { reason })
  if (error instanceof StoreError) return problem('log_database', 'log_database_unreachable', { reason })
  return problem('log_database', 'log_database_foreign', { reason })
}
