import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialects/engine.ts'
import type { Span } from './time-spans.ts'

// On PostgreSQL `usage_logs` has a partition for each month (UTC), one with all rows that are older than the
// partitions, and one for rows of other times, which is empty unless clocks are wrong.

/** Months created in advance: the job may fail for that long. */
export const monthsAhead = 3
const lockMs = 1_000
const prefix = 'usage_logs_y'

/** Rows that are older than the partitions; only in a database that is older than these. */
export const partitionBefore = 'usage_logs_before'
export const partitionOfOtherTimes = 'usage_logs_other'

interface Month extends Span {
  name: string
}

/** The month of `at`, or the one `later` months after it. */
export function partitionMonth(at: number, later = 0): Month {
  const date = new Date(at)
  const start = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const fromAt = start(later)
  const text = new Date(fromAt).toISOString()
  return { name: `${prefix}${text.slice(0, 4)}m${text.slice(5, 7)}`, fromAt, untilAt: start(later + 1) }
}

/** Creates the missing partitions of this month and the next ones. Returns their names: none on other engines. */
export async function makeUsagePartitions<T>(db: Kysely<T>, now: number): Promise<string[]> {
  if (engineOf(db) !== 'postgres') return []
  const made: string[] = []
  const present = await listUsagePartitions(db)
  const untilAt = Math.max(0, ...present.map((one) => one.untilAt))
  for (let later = 0; later <= monthsAhead; later += 1) {
    const month = partitionMonth(now, later)
    if (month.fromAt < untilAt || present.some(({ name }) => name === month.name)) continue
    await db.transaction().execute((transaction) => makePartition(transaction, month))
    made.push(month.name)
  }
  return made
}

/** Creates the partition and moves rows of its month from the partition of other times. Run inside a transaction. */
export async function makePartition<T>(transaction: Kysely<T>, { name, fromAt, untilAt }: Month): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(transaction)
  const [from, until] = [String(fromAt), String(untilAt)]
  const others = `${partitionOfOtherTimes} where created_at >= ${from} and created_at < ${until}`
  await run(`set local lock_timeout = ${lockMs}`)
  await run(`lock table ${partitionOfOtherTimes} in access exclusive mode`)
  await run(`create table ${name} (like usage_logs including all)`)
  await run(`insert into ${name} select * from ${others}`)
  await run(`delete from ${others}`)
  await run(`alter table usage_logs attach partition ${name} for values from (${from}) to (${until})`)
}

interface UsagePartition {
  name: string
  /** The end of its time; 0 for the partition of other times. */
  untilAt: number
}

/** Oldest first; none on other engines. */
export async function listUsagePartitions<T>(db: Kysely<T>): Promise<UsagePartition[]> {
  if (engineOf(db) !== 'postgres') return []
  const { rows } = await sql<{ name: string; bound: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = to_regclass('usage_logs')`.execute(db)
  return rows
    .map(({ name, bound }) => ({ name, untilAt: Number(/TO \('?(\d+)'?\)/.exec(bound)?.[1] ?? 0) }))
    .toSorted((a, b) => a.untilAt - b.untilAt)
}

/** Drops the partitions all of whose rows are older than `beforeAt`. Returns their names. */
export async function dropUsagePartitions<T>(db: Kysely<T>, beforeAt: number): Promise<string[]> {
  const dropped: string[] = []
  for (const { name, untilAt } of await listUsagePartitions(db)) {
    if (untilAt === 0 || untilAt > beforeAt) continue
    await db.transaction().execute(async (transaction) => {
      // Calls wait behind the lock, so the wait for it is short. The next run tries again.
      await sql.raw(`set local lock_timeout = ${lockMs}`).execute(transaction)
      await sql.raw(`drop table ${name}`).execute(transaction)
    })
    dropped.push(name)
  }
  return dropped
}
