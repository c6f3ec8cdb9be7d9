import { type Kysely, type Migration, sql } from 'kysely'
import { engineOf } from '../dialects/engine.ts'
import type { Database } from '../schema.ts'
import { makePartition, partitionBefore, partitionMonth, partitionOfOtherTimes } from '../usage-partitions.ts'
import { tableSketches } from './table-sketch.ts'

const dayMs = 86_400_000
const checkPrefix = 'usage_logs_older_than_'
const monthsAhead = 3

/**
 * On PostgreSQL a partition of `usage_logs` for each month: the table becomes the first one of a new table, no row is
 * copied. On all engines, indices by rare types of rows and of the hourly sums, which lead to the hours of a channel, a
 * token or a model.
 */
export const usagePartitions: Migration = {
  async up(db) {
    const engine = engineOf(db)
    for (const column of ['token_id', 'channel_id', 'model_name'])
      await db.schema.createIndex(`usage_hours_by_${column}_hour`).on('usage_hours').columns([column, 'hour']).execute()
    const table = await tableSketches(db)
    await table('log_positions')
      .name('name', 64, (column) => column.primaryKey())
      .integer('at')
      .integer('id')
      .create('small rows by key')
    if (engine === 'postgres') await partition(db)
    else {
      // MariaDB has no partial indices.
      const part = engine === 'sqlite' ? 'where type <> 2' : ''
      await sql`create index usage_logs_by_type on usage_logs (type, created_at, id) ${sql.raw(part)}`.execute(db)
    }
  },
}

/**
 * Prepares the table on PostgreSQL while other nodes write to it: what needs a pass over all rows, each step without
 * blocking them. The migration that follows then holds its lock for milliseconds. Can be repeated when interrupted.
 */
export async function prepareUsagePartitions(db: Kysely<Database>): Promise<void> {
  if (engineOf(db) !== 'postgres' || !(await hasRowsToPrepare(db))) return
  const run = (text: string) => sql.raw(text).execute(db)
  // An interrupted build leaves an index that is not valid.
  await run('drop index if exists usage_logs_before_pk')
  await run('create unique index concurrently usage_logs_before_pk on usage_logs (created_at, id)')
  await run('drop index if exists usage_logs_before_by_type')
  await run('create index concurrently usage_logs_before_by_type on usage_logs (type, created_at, id) where type <> 2')
  const known = await findCheck(db)
  if (known && known.untilAt < Date.now() + dayMs) await run(`alter table usage_logs drop constraint ${known.name}`)
  const check = (await findCheck(db)) ?? checkOf(await endOfRows(db))
  await run(`alter table usage_logs drop constraint if exists ${check.name}`)
  await run(`alter table usage_logs add constraint ${check.name} check (created_at < ${check.untilAt}) not valid`)
  await run(`alter table usage_logs validate constraint ${check.name}`)
}

async function hasRowsToPrepare(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    select relkind as kind from pg_class where oid = to_regclass('usage_logs')`.execute(db)
  if (rows[0]?.kind !== 'r') return false
  return (await db.selectFrom('usage_logs').select('id').limit(1).executeTakeFirst()) !== undefined
}

interface Check {
  name: string
  untilAt: number
}

const checkOf = (untilAt: number): Check => ({ name: `${checkPrefix}${untilAt}`, untilAt })

async function findCheck<T>(db: Kysely<T>): Promise<Check | null> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = to_regclass('usage_logs') and starts_with(conname, ${checkPrefix})`.execute(db)
  const name = rows[0]?.name
  return name === undefined ? null : { name, untilAt: Number(name.slice(checkPrefix.length)) }
}

/** The end of a month behind all rows, and far enough for those that come meanwhile. */
async function endOfRows<T>(db: Kysely<T>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(created_at) as last from usage_logs`.execute(db)
  return partitionMonth(Math.max(rows[0]?.last ?? 0, Date.now() + dayMs)).untilAt
}

async function partition(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('lock table usage_logs in access exclusive mode')
  const prepared = await findCheck(db)
  const { rows } = await sql<{ next: number; last: number | null }>`
    select nextval(pg_get_serial_sequence('usage_logs', 'id')) as next, (select max(created_at) from usage_logs) as last
  `.execute(db)
  const [{ next, last } = { next: 1, last: null }] = rows
  await run(`alter table usage_logs rename to ${partitionBefore}`)
  await run(`alter table ${partitionBefore} alter column id drop identity`)
  await run(`create table usage_logs (like ${partitionBefore} including defaults including constraints)
    partition by range (created_at)`)
  if (prepared) await run(`alter table usage_logs drop constraint ${prepared.name}`)
  // The engine adds the time to the key, as it checks keys within a partition only. Ids come from one sequence.
  await run(`create sequence usage_logs_ids start with ${next} owned by usage_logs.id`)
  await run(`alter table usage_logs alter column id set default nextval('usage_logs_ids')`)
  const end = last === null ? null : await attachBefore(db, prepared)
  if (end === null) await run(`drop table ${partitionBefore}`)
  await run('alter table usage_logs add constraint usage_logs_pk primary key (created_at, id)')
  await run('create index usage_logs_by_user on usage_logs (user_id, created_at, id)')
  await run('create index usage_logs_by_type on usage_logs (type, created_at, id) where type <> 2')
  await run(`create table ${partitionOfOtherTimes} partition of usage_logs default`)
  for (let later = 0; later <= monthsAhead; later += 1) {
    const month = partitionMonth(Date.now(), later)
    if (end === null || month.fromAt >= end) await makePartition(db, month)
  }
}

/** Makes the table of before a partition with the keys of the new one. Returns the end of its time. */
async function attachBefore(db: Kysely<unknown>, prepared: Check | null): Promise<number> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table ${partitionBefore} drop constraint usage_logs_pkey`)
  await run('drop index usage_logs_by_created_at_id')
  const { rows } = await sql<{ is_made: boolean }>`
    select to_regclass('usage_logs_before_pk') is not null as is_made`.execute(db)
  await run(
    rows[0]?.is_made
      ? `alter table ${partitionBefore} add constraint usage_logs_before_pk primary key using index usage_logs_before_pk`
      : `alter table ${partitionBefore} add constraint usage_logs_before_pk primary key (created_at, id)`,
  )
  const untilAt = prepared?.untilAt ?? (await endOfBefore(db))
  await run(`alter table usage_logs attach partition ${partitionBefore} for values from (minvalue) to (${untilAt})`)
  if (prepared) await run(`alter table ${partitionBefore} drop constraint ${prepared.name}`)
  return untilAt
}

async function endOfBefore(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select max(created_at) as last from ${sql.table(partitionBefore)}`.execute(db)
  return partitionMonth(Math.max(rows[0]?.last ?? 0, Date.now() + dayMs)).untilAt
}
