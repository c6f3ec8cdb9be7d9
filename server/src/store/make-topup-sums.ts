import { dayMs } from '@sluice/contract/durations'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { type Kysely, type Selectable, sql } from 'kysely'
import { upsert } from './dialects/writing.ts'
import type { TopupSumsTable } from './schema/payments.ts'
import type { Database } from './schema.ts'
import { receivedOf, topupSumsPosition } from './topup-sums.ts'
import { summedUntil } from './usage-sums.ts'

type Db = Kysely<Database>
type SumRow = Selectable<TopupSumsTable>

/** A day is summed this long after its end, when its credits have been written. */
const settledMs = 10 * 60_000

/**
 * Writes the daily sums of top-ups up to the last whole day. The first run of a day compares all earlier days too, and
 * writes those again that have changed. Returns the number of days written.
 */
export async function makeTopupSums(
  { db, reports }: { db: Db; reports: Db },
  now: number,
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<number> {
  const untilAt = dayOf(now - settledMs)
  if ((await summedUntil(db, topupSumsPosition)) >= untilAt) return 0
  let made = 0
  for await (const { day, rows } of changedTopupDays(reports, untilAt, pause)) {
    if (signal.aborted) return made
    await writeDay(db, day, rows)
    made += 1
  }
  if (!signal.aborted) await upsert(db, 'log_positions', { name: topupSumsPosition, at: untilAt, id: 0 }, ['name'])
  return made
}

/** Until the job has run again, lists read the rows: those of an import may belong to any day. */
export const forgetTopupSums = async (db: Db): Promise<void> => {
  await db.deleteFrom('log_positions').where('name', '=', topupSumsPosition).execute()
}

interface TopupDay {
  day: number
  /** As they must be. */
  rows: SumRow[]
  stored: SumRow[]
}

/** The days before `untilAt` whose stored sums differ from those of their rows. */
export async function* changedTopupDays(
  reports: Db,
  untilAt: number,
  pause = () => Promise.resolve(),
): AsyncGenerator<TopupDay> {
  for (let day = await nextDay(reports, 0); day !== null && day < untilAt; day = await nextDay(reports, day + dayMs)) {
    const rows = [...(await ordersOf(reports, day)), ...(await codesOf(reports, day))]
    const stored = (await reports.selectFrom('topup_sums').selectAll().where('completed_day', '=', day).execute()).map(
      numbersOf,
    )
    if (textOf(rows) !== textOf(stored)) yield { day, rows, stored }
    await pause()
  }
}

async function writeDay(db: Db, day: number, rows: readonly SumRow[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('topup_sums').where('completed_day', '=', day).execute()
    for (let first = 0; first < rows.length; first += rowsPerStatement)
      await transaction
        .insertInto('topup_sums')
        .values(rows.slice(first, first + rowsPerStatement))
        .execute()
  })
}

const rowsPerStatement = 200

/** The first day from `from` on that has credits or sums; null = none. */
async function nextDay(reports: Db, from: number): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(completed_at) as at from topup_orders where status = 'success' and completed_at >= ${from}
    union all
    select min(redeemed_at) from redemptions
    where status = ${sql.lit(redemptionStatus.used)} and redeemed_at >= ${Math.max(from, 1)}
    union all
    select min(completed_day) from topup_sums where completed_day >= ${from}`.execute(reports)
  const times = rows.flatMap(({ at }) => (at === null ? [] : [Number(at)]))
  return times.length === 0 ? null : dayOf(Math.min(...times))
}

async function ordersOf(reports: Db, day: number): Promise<SumRow[]> {
  const { rows } = await sql<Omit<SumRow, 'completed_day'>>`
    select created_day, method, currency, count(*) as topups, sum(quota) as quota, sum(received) as received from (
      select created_at - created_at % ${sql.lit(dayMs)} as created_day, method, currency, quota,
        ${receivedOf(reports, 'topup_orders')} as received
      from topup_orders
      where status = 'success' and completed_at >= ${day} and completed_at < ${day + dayMs}
    ) as orders
    group by created_day, method, currency`.execute(reports)
  return rows.map((row) => numbersOf({ ...row, completed_day: day }))
}

async function codesOf(reports: Db, day: number): Promise<SumRow[]> {
  const { count, quota } = await reports
    .selectFrom('redemptions')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('quota').as('quota')])
    .where('status', '=', redemptionStatus.used)
    .where('redeemed_at', '>=', Math.max(day, 1))
    .where('redeemed_at', '<', day + dayMs)
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return []
  const key = { completed_day: day, created_day: day, method: 'redemption', currency: '' }
  return [numbersOf({ ...key, topups: count, quota: quota ?? 0, received: 0 })]
}

/** Servers give sums as texts. */
const numbersOf = ({ completed_day, created_day, method, currency, topups, quota, received }: SumRow): SumRow => ({
  completed_day,
  created_day: Number(created_day),
  method,
  currency,
  topups: Number(topups),
  quota: Number(quota),
  received: Number(received),
})

const textOf = (rows: readonly SumRow[]): string =>
  rows
    .map((row) => JSON.stringify(Object.values(row)))
    .toSorted()
    .join('\n')

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs
