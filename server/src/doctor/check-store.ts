import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseFolder } from '../platform/database-settings.ts'
import { freeBytesIn, freeBytesMin, inMegabytes } from '../platform/disk-full.ts'
import { createLog } from '../platform/log.ts'
import { redact } from '../platform/redact.ts'
import { createRedis } from '../platform/redis.ts'
import { databaseNow } from '../store/dialects/engine.ts'
import { openingFaultOf } from '../store/dialects/errors.ts'
import { lastFormerRevision } from '../store/former-schema.ts'
import { schemaStateOf } from '../store/migrate.ts'
import type { Store } from '../store/open-database.ts'
import { StoreError } from '../store/store-error.ts'
import { explainFile } from './explain-file.ts'
import { type Finding, note, ok, problem } from './finding.ts'
import { measureClockOffset } from './reach.ts'

/** The finding for a database that cannot be opened. */
export function explainNoStore(error: unknown, config: Config): Finding {
  const reason = redact(error instanceof Error ? error.message : String(error))
  const file = explainFile(error)
  if (file !== null) return file
  const failure = error instanceof StoreError ? error.failure : null
  if (failure === 'foreign') return problem('database', 'database_foreign', { reason })
  if (failure === 'missing') return note('database', 'database_not_made', { folder: resolve(config.DATA_DIR) })
  if (failure === 'newer_schema') return problem('database', 'database_newer', { reason })
  if (failure === 'older_schema')
    return problem('database', 'database_before_first_release', { revision: lastFormerRevision })
  if (failure === 'full') return problem('database', 'disk_full', { folder: databaseFolder(config) })
  if (config.SQL_DSN === '') return problem('database', 'database_file_unusable', { reason })
  if (failure === null || openingFaultOf(error) !== null) return problem('database', 'database_refuses', { reason })
  return problem('database', 'database_unreachable', { reason })
}

/** Checks the schema. */
export async function checkDatabase(store: Pick<Store, 'db' | 'engine'>): Promise<Finding> {
  const { engine } = store
  const state = await schemaStateOf(store)
  if (state === 'none') return note('database', 'database_empty', { engine })
  return state === 'current'
    ? ok('database', 'database_fits', { engine })
    : note('database', 'database_older', { engine })
}

export function checkDisk(config: Config, free: (folder: string) => number | null = freeBytesIn): Finding[] {
  const folder = databaseFolder(config)
  const bytes = free(folder)
  if (bytes === null) return []
  const values = { folder, megabytes: inMegabytes(bytes) }
  return [bytes < freeBytesMin ? problem('disk', 'disk_nearly_full', values) : ok('disk', 'disk_has_room', values)]
}

const clockNoteMs = 2_000
const clockProblemMs = 30_000

/** Compares the clock of this machine with that of a database server, or of a host that answered with its time. */
export function compareClocks(ownMs: number, otherMs: number, other: string): Finding {
  const seconds = Math.round((ownMs - otherMs) / 100) / 10
  const off = Math.abs(ownMs - otherMs)
  const values = { seconds, other }
  if (off > clockProblemMs) return problem('clock', 'clock_wrong', values)
  return off > clockNoteMs ? note('clock', 'clock_off', values) : ok('clock', 'clock_right', values)
}

/** Checks the clock of a database server. The embedded database has the clock of this machine. */
export async function checkDatabaseClock(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  clock: Clock,
): Promise<Finding[]> {
  if (engine === 'sqlite') return []
  const from = clock.now()
  const { rows } = await sql<{ now: number }>`select ${databaseNow(engine)} as now`.execute(db)
  const now = Number(rows[0]?.now ?? from)
  return [compareClocks(measureClockOffset({ from, to: clock.now() }, { from: now, to: now }), 0, engine)]
}

export async function checkRedis(config: Config): Promise<Finding[]> {
  if (config.REDIS_CONN_STRING === '') return config.SQL_DSN === '' ? [] : [note('redis', 'redis_none')]
  const redis = await createRedis(config.REDIS_CONN_STRING, createLog('silent'))
  try {
    if (redis.status !== 'ready') await readyOf(redis)
    await redis.ping()
    return [ok('redis', 'redis_answers')]
  } catch (error) {
    const reason = redact(error instanceof Error ? error.message : String(error))
    return [problem('redis', 'redis_unreachable', { reason })]
  } finally {
    redis.disconnect()
  }
}

function readyOf(redis: Awaited<ReturnType<typeof createRedis>>): Promise<void> {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>()
  redis.once('ready', () => done())
  redis.once('error', reject)
  return promise
}
