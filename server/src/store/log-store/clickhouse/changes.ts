import { dayMs } from '@sluice/contract/durations'
import { logType } from '@sluice/contract/roles'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../schema.ts'

// ClickHouse deletes and changes rows by mutations: each reads the parts that have such rows, and writes them anew. So
// what expires is removed a day at a time, once a day, and whole months at once. A mutation outlives a stop of either
// program.

type Db = Kysely<Database>

const startOfDay = (at: number) => at - (at % dayMs)

/** A mutation runs on by itself afterwards. */
const settleMs = 4_000
const pollMs = 25

/** Waits for the mutations of the log, but not for long ones. */
async function settle(db: Db): Promise<void> {
  const endAt = performance.now() + settleMs
  while (performance.now() < endAt) {
    const { rows } = await sql`
      select 1 from system.mutations
      where database = currentDatabase() and "table" = 'usage_logs' and not is_done limit 1`.execute(db)
    if (rows.length === 0) return
    await Bun.sleep(pollMs)
  }
}

async function deleteWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count() as count from usage_logs where ${condition}`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return 0
  await sql`delete from usage_logs where ${condition} settings lightweight_deletes_sync = 0`.execute(db)
  await settle(db)
  return count
}

/** Deletes the rows older than this, with the months that have no others. Returns their number. */
export async function purgeClickhouse(db: Db, beforeAt: number): Promise<number> {
  const { rows } = await dropMonths(db, beforeAt)
  return rows + (await deleteWhere(db, sql<SqlBool>`created_at < ${beforeAt}`))
}

/** Milliseconds: rows before these times are removed. 0 = never. */
interface RetentionTimes {
  charges: number
  errors: number
}

/** Rows stay up to a day longer. Returns their number and the dropped months. */
export async function removeOldFromClickhouse(
  db: Db,
  times: RetentionTimes,
): Promise<{ rows: number; months: string[] }> {
  const [charges, errors] = [startOfDay(times.charges), startOfDay(times.errors)]
  const ofBoth = Math.min(charges, errors)
  const dropped = ofBoth > 0 ? await dropMonths(db, ofBoth) : { rows: 0, months: [] }
  let { rows } = dropped
  if (errors > 0) rows += await deleteWhere(db, sql`created_at < ${errors} and type = ${logType.error}`)
  if (charges > 0) rows += await deleteWhere(db, sql`created_at < ${charges} and type <> ${logType.error}`)
  return { rows, months: dropped.months }
}

/** Drops the months all of whose rows are older than `beforeAt`. */
async function dropMonths(db: Db, beforeAt: number): Promise<{ rows: number; months: string[] }> {
  const { rows: found } = await sql<{ month: string; count: number }>`
    select partition as month, sum(rows) as count from system.parts
    where active and database = currentDatabase() and "table" = 'usage_logs' group by partition order by partition`.execute(
    db,
  )
  const old = found.filter(({ month }) => endOfMonth(month) <= beforeAt)
  // By default, the server refuses to drop a large partition.
  for (const { month } of old)
    await sql
      .raw(`alter table usage_logs drop partition ${Number(month)} settings max_partition_size_to_drop = 0`)
      .execute(db)
  return { rows: old.reduce((sum, { count }) => sum + count, 0), months: old.map(({ month }) => month) }
}

/** Of a month like `202611`. */
const endOfMonth = (month: string): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1)

/** The name of the position up to which contents were removed. */
const contents = 'usage contents'

/** Removes the contents of calls that are older than `beforeAt`, by whole days. */
export async function removeContentsFromClickhouse(db: Db, beforeAt: number): Promise<void> {
  const position = await db.selectFrom('log_positions').select('at').where('name', '=', contents).executeTakeFirst()
  const [fromAt, untilAt] = [position?.at ?? 0, startOfDay(beforeAt)]
  if (untilAt <= fromAt) return
  await change(
    db,
    sql`content = '', detail = ${detailWithoutContent}`,
    sql`created_at >= ${fromAt} and created_at < ${untilAt} and type in (${logType.consume}, ${logType.error})`,
  )
  await db.insertInto('log_positions').values({ name: contents, at: untilAt, id: 0 }).execute()
}

/** Removes the name and the caller's addresses from the rows of an account. */
export async function clearNamesInClickhouse(db: Db, userId: number, username: string): Promise<void> {
  await change(
    db,
    sql`username = ${username}, detail = ${detailWithoutAddress}`,
    sql`user_id = ${userId} and (username <> ${username} or position(detail, '"client_ip"') > 0)`,
  )
}

async function change(db: Db, changes: RawBuilder<unknown>, condition: RawBuilder<SqlBool>): Promise<void> {
  const { rows } = await sql`select 1 from usage_logs where ${condition} limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`alter table usage_logs update ${changes} where ${condition} settings mutations_sync = 0`.execute(db)
  await settle(db)
}

// Details are JSON objects that this program wrote. Pairs of a key and the text of its value.

const jsonObject = (pairs: string) =>
  `concat('{', arrayStringConcat(arrayMap(one -> concat(toJSONString(one.1), ':', one.2), ${pairs}), ','), '}')`
const only = (text: string, keys: string) =>
  `arrayFilter(one -> one.1 in (${keys}), JSONExtractKeysAndValuesRaw(${text}))`
const without = (text: string, keys: string) =>
  `arrayFilter(one -> one.1 not in (${keys}), JSONExtractKeysAndValuesRaw(${text}))`
const mapPairs = (pairs: string, cases: string) => `arrayMap(pair -> (pair.1, multiIf(${cases}, pair.2)), ${pairs})`

/** As `withoutContent` of usage-retention.ts. */
const detailWithoutContent = sql.raw(
  jsonObject(
    mapPairs(
      without('detail', "'path'"),
      `pair.1 = 'error', ${jsonObject(`arrayPushBack(${only('pair.2', "'code', 'status'")}, ('message', '""'))`)},
       pair.1 = 'admin_info', ${jsonObject(only('pair.2', "'use_channel', 'cost_quota'"))}`,
    ),
  ),
)

/** As `withoutAddress` of retired-names.ts. */
const detailWithoutAddress = sql.raw(
  jsonObject(
    mapPairs(
      'JSONExtractKeysAndValuesRaw(detail)',
      `pair.1 = 'admin_info', ${jsonObject(without('pair.2', "'client_ip'"))}`,
    ),
  ),
)
