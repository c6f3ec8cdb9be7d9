import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { type LogDatabase, logDatabaseSettings } from '../../platform/log-database-settings.ts'
import { type OpenOptions, openDatabase, type Store } from '../open-database.ts'
import type { MigrationWatch } from '../run-migrations.ts'
import type { Database } from '../schema.ts'
import { StoreError } from '../store-error.ts'
import { makeUsagePartitions } from '../usage-partitions.ts'
import { isUnusable, migrateLogDatabase } from './log-database.ts'
import { hasMovedRows, type MovedRows } from './moved-rows.ts'

/** The database of `LOG_SQL_DSN`. */
export interface LogStore extends MovedRows {
  /** Rejects with StoreError `unreachable` or `older_schema`, or with ForeignLogDatabase. */
  open(): Promise<Store>
  /** The last known fault; null = the database answered, or has not been used yet. */
  readonly fault: string | null
  /** Checks now whether the database answers. Never throws. */
  check(): Promise<void>
  close(): Promise<void>
}

interface LogStoreDependencies {
  clock: Clock
  log?: Pick<Logger, 'warn' | 'info'>
  access?: OpenOptions['access']
  watch?: MigrationWatch | undefined
}

/** While the database does not answer, statements fail at once, and a connection is tried this often. */
const retryMs = 5_000
/** Enough connections for the console and for one job. */
const poolMax = 4

/**
 * The log store. It opens its database when it is first needed, so that the gateway starts and works while that is
 * unreachable.
 */
export function createLogStore(settings: LogDatabase, deps: LogStoreDependencies): LogStore {
  const { clock, log } = deps
  let opening: Promise<Store> | null = null
  let isOpen = false
  let fault: string | null = null
  let failedAt = Number.NEGATIVE_INFINITY

  const note = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (fault === null)
      log?.warn(
        { reason },
        'the log database (LOG_SQL_DSN) does not answer. Calls continue, and usage rows stay in the main database until it answers',
      )
    fault = reason
    failedAt = clock.monotonic()
  }
  const noteAnswer = () => {
    if (fault !== null) log?.info('the log database (LOG_SQL_DSN) answers again')
    fault = null
  }

  async function open(): Promise<Store> {
    if (!isOpen && fault !== null && clock.monotonic() - failedAt < retryMs) throw unreachable(fault)
    opening ??= openMigrated(settings, deps)
    try {
      const store = await opening
      if (!isOpen) noteAnswer()
      isOpen = true
      return store
    } catch (error) {
      opening = null
      note(error)
      throw isUnusable(error) ? error : unreachable(fault ?? '', error)
    }
  }

  return {
    open,
    get fault() {
      return fault
    },
    async check() {
      try {
        const { db } = await open()
        await db.selectFrom('log_positions').select('name').limit(1).execute()
        noteAnswer()
      } catch (error) {
        if (isOpen) note(error)
      }
    },
    async close() {
      const store = await opening?.catch(() => null)
      await store?.close()
    },
  }
}

const unreachable = (reason: string, cause?: unknown) =>
  new StoreError('unreachable', `the log database (LOG_SQL_DSN) does not answer: ${reason}`, cause)

async function openMigrated(
  { dsn, sqlitePath }: LogDatabase,
  { clock, access = 'serve', watch }: LogStoreDependencies,
): Promise<Store> {
  const store = await openDatabase({ dsn, sqlitePath, poolMax, access })
  try {
    if (access === 'serve') {
      await migrateLogDatabase(store, { watch })
      await makeUsagePartitions(store.db, clock.now())
    }
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Opens the log database if the settings name one. It may be unreachable; one with other or older data is refused. */
export async function openLogStore(
  config: Config,
  { db, ...deps }: { db: Kysely<Database>; clock: Clock; log: Log; watch?: MigrationWatch },
): Promise<LogStore | null> {
  const settings = logDatabaseSettings(config)
  if (settings === null) {
    if (await hasMovedRows(db))
      deps.log.warn(
        'usage rows were moved to a log database, and LOG_SQL_DSN is not set. They are not shown until it names that database again',
      )
    return null
  }
  const logStore = createLogStore(settings, deps)
  await logStore.open().catch((error: unknown) => {
    if (isUnusable(error)) throw error
  })
  return logStore
}
