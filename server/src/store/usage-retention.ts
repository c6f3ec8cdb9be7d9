import { logType } from '@sluice/contract/roles'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { type Kysely, sql } from 'kysely'
import { parseStored } from '../core/json/parse-stored.ts'
import { engineOf } from './dialects/engine.ts'
import { upsert } from './dialects/writing.ts'
import {
  purgeClickhouse,
  removeContentsFromClickhouse,
  removeOldFromClickhouse,
} from './log-store/clickhouse/changes.ts'
import type { Database } from './schema.ts'
import type { UsageLogPlace } from './usage-logs.ts'
import { dropUsagePartitions, listUsagePartitions, partitionBefore, partitionOfOtherTimes } from './usage-partitions.ts'

type Db = Kysely<Database>

/** Rows with their own retention time: errors, or all others. Absent = both. */
type RowClass = 'errors' | 'others'

interface Deletion {
  /** Rows older than this. */
  beforeAt: number
  only?: RowClass
  limit: number
  /** A partition; absent = the whole log. */
  table?: string
}

/** Deletes the oldest rows, at most `limit`; on ClickHouse all of them. Returns their number. */
export async function deleteUsageLogs(db: Db, { beforeAt, only, limit, table }: Deletion): Promise<number> {
  if (engineOf(db) === 'clickhouse') return await purgeClickhouse(db, beforeAt)
  const from = sql.table(table ?? 'usage_logs')
  // The second condition repeats that of the partial index for rare types, which is used only then.
  const ofErrors = sql`and type = ${logType.error} and type <> 2`
  const isOther = sql`and type <> ${logType.error}`
  const { rows } = await sql<{ id: number; created_at: number }>`
    select id, created_at from ${from}
    where created_at < ${beforeAt} ${only === 'errors' ? ofErrors : only === 'others' ? isOther : sql``}
    order by created_at, id limit ${limit}`.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return 0
  const { numAffectedRows } = await sql`
    delete from ${from}
    where created_at >= ${first.created_at} and created_at <= ${last.created_at}
      and id in (${sql.join(rows.map(({ id }) => id))})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Milliseconds: rows before these times are removed. 0 = never. */
interface RetentionTimes {
  charges: number
  errors: number
}

const rowsPerTransaction = 1_000

/**
 * Deletes rows beyond their retention time in batches; `pause` is awaited between them. On PostgreSQL a month is
 * dropped when both classes of its rows are too old, so these rows stay up to a month longer. On ClickHouse rows stay
 * up to a day longer. Returns the number of deleted rows and the dropped months.
 */
export async function removeOldUsageLogs(
  db: Db,
  { charges, errors }: RetentionTimes,
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<{ rows: number; months: string[] }> {
  if (engineOf(db) === 'clickhouse') return await removeOldFromClickhouse(db, { charges, errors })
  let rows = 0
  const remove = async (deletion: Omit<Deletion, 'limit'>) => {
    while (!signal.aborted) {
      const count = await deleteUsageLogs(db, { ...deletion, limit: rowsPerTransaction })
      rows += count
      if (count < rowsPerTransaction) return
      await pause()
    }
  }
  const ofBoth = Math.min(charges, errors)
  const months = ofBoth > 0 ? await dropUsagePartitions(db, ofBoth) : []
  if (ofBoth > 0) {
    const partitions = (await listUsagePartitions(db)).map(({ name }) => name)
    if (partitions.length === 0) await remove({ beforeAt: ofBoth })
    for (const table of [partitionBefore, partitionOfOtherTimes])
      if (partitions.includes(table)) await remove({ beforeAt: ofBoth, table })
  }
  if (errors > ofBoth) await remove({ beforeAt: errors, only: 'errors' })
  if (charges > ofBoth) await remove({ beforeAt: charges, only: 'others' })
  return { rows, months }
}

/** The name of the position up to which contents were removed. */
const contents = 'usage contents'

/**
 * Removes the content of the next rows of calls that are older than `beforeAt`, and stores its position. Returns the
 * number of rows read. On ClickHouse it removes all at once, by whole days, and returns 0.
 */
export async function removeOldContents(db: Db, beforeAt: number, limit: number): Promise<number> {
  if (engineOf(db) === 'clickhouse') {
    await removeContentsFromClickhouse(db, beforeAt)
    return 0
  }
  const after = await readPosition(db)
  const rows = await db
    .selectFrom('usage_logs')
    .select(['id', 'created_at', 'type', 'content', 'detail'])
    .where('created_at', '>=', after.createdAt)
    .where('created_at', '<', beforeAt)
    .where((eb) => eb.or([eb('created_at', '>', after.createdAt), eb('id', '>', after.id)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return 0
  await db.transaction().execute(async (transaction) => {
    for (const row of rows) {
      const isCall = row.type === logType.consume || row.type === logType.error
      const detail = isCall ? withoutContent(row.detail) : row.detail
      if (!isCall || (detail === row.detail && row.content === '')) continue
      await transaction
        .updateTable('usage_logs')
        .set({ content: '', detail })
        .where('id', '=', row.id)
        .where('created_at', '=', row.created_at)
        .execute()
    }
    const position = { name: contents, at: last.created_at, id: last.id }
    await upsert(transaction, 'log_positions', position, ['name'])
  })
  return rows.length
}

async function readPosition(db: Db): Promise<UsageLogPlace> {
  const row = await db.selectFrom('log_positions').select(['at', 'id']).where('name', '=', contents).executeTakeFirst()
  return { createdAt: row?.at ?? 0, id: row?.id ?? 0 }
}

/** Keeps the explanation of the charge; removes texts of upstreams, addresses and attempts. */
function withoutContent(detail: string): string {
  const { error, admin_info: info, path: _, ...rest } = parseStored<UsageLogDetail>(detail)
  const kept: UsageLogDetail = {
    ...rest,
    ...(error && { error: { code: error.code, status: error.status, message: '' } }),
    ...(info && {
      admin_info: {
        use_channel: info.use_channel,
        ...(info.cost_quota !== undefined && { cost_quota: info.cost_quota }),
      },
    }),
  }
  return JSON.stringify(kept)
}
