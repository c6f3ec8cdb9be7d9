import { type Kysely, type Selectable, sql } from 'kysely'
import { upsert } from './dialects/writing.ts'
import type { UsageSumsTable } from './schema/usage.ts'
import type { Database } from './schema.ts'
import { hourAmounts } from './usage-hour-question.ts'
import { dayMs, hourMs, type SumKind, sumKinds, summedUntil, sumsPosition } from './usage-sums.ts'

type Db = Kysely<Database>
type SumRow = Selectable<UsageSumsTable>

interface Ends {
  db: Db
  /** For reading the hourly sums. */
  reports: Db
}

/** An hour is summed this long after its end, when the settlements of its calls have been written. */
const settledMs = 10 * 60_000
/** The number of past days that each run sums again, to include rows that were written late. */
const daysAgain = 2
const rowsPerStatement = 200

/**
 * Writes the sums up to the last whole hour, day by day. Each run also writes the last days again. The first run of a
 * day compares all earlier days and writes those again whose hourly sums have changed. Returns the number of days
 * written.
 */
export async function makeUsageSums(
  ends: Ends,
  now: number,
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<number> {
  const { db, reports } = ends
  const untilAt = floor(now - settledMs, hourMs)
  const madeUntil = await summedUntil(db)
  if (madeUntil >= untilAt) return 0
  const first = await firstHour(reports)
  if (first === null) return 0
  let made = 0
  const again = Math.max(floor(madeUntil, dayMs) - daysAgain * dayMs, floor(first, dayMs))
  if (madeUntil > 0 && floor(untilAt, dayMs) > floor(madeUntil - 1, dayMs))
    for (let day = floor(first, dayMs); day < again && !signal.aborted; day += dayMs) {
      if (await isCurrent(reports, day)) continue
      await makeDay(ends, { day, untilAt: day + dayMs, madeUntil })
      made += 1
      await pause()
    }
  for (let day = again; day < untilAt && !signal.aborted; day += dayMs) {
    const end = Math.min(day + dayMs, untilAt)
    await makeDay(ends, { day, untilAt: end, madeUntil: Math.max(madeUntil, end) })
    made += 1
    await pause()
  }
  return made
}

async function makeDay(
  { db, reports }: Ends,
  { day, untilAt, madeUntil }: { day: number; untilAt: number; madeUntil: number },
): Promise<void> {
  const kinds: SumKind[] = untilAt === day + dayMs ? ['model', 'channel', 'account'] : ['model', 'channel']
  const rows: SumRow[] = []
  for (const kind of kinds) rows.push(...(await sumsOf(reports, kind, { fromAt: day, untilAt })))
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('usage_sums')
      .where('kind', 'in', kinds)
      .where('at', '>=', day)
      .where('at', '<', untilAt)
      .execute()
    for (let first = 0; first < rows.length; first += rowsPerStatement)
      await transaction
        .insertInto('usage_sums')
        .values(rows.slice(first, first + rowsPerStatement))
        .execute()
    await upsert(transaction, 'log_positions', { name: sumsPosition, at: madeUntil, id: 0 }, ['name'])
  })
}

async function sumsOf(
  reports: Db,
  kind: SumKind,
  { fromAt, untilAt }: { fromAt: number; untilAt: number },
): Promise<SumRow[]> {
  const { column, lengthMs } = sumKinds[kind]
  const at = sql<number>`hour - hour % ${lengthMs}`
  const rows = await reports
    .selectFrom((eb) =>
      eb
        .selectFrom('usage_hours')
        .select([at.as('at'), `${column} as key` as const, ...hourAmounts])
        .where('hour', '>=', fromAt)
        .where('hour', '<', untilAt)
        .as('hours'),
    )
    .select((eb) => ['at', 'key', ...hourAmounts.map((name) => eb.fn.sum<number>(name).as(name))])
    .groupBy(['at', 'key'])
    .execute()
  return rows.map(({ at: start, key, ...amounts }) => ({
    kind,
    at: start,
    object_id: kind === 'model' ? 0 : Number(key),
    model_name: kind === 'model' ? String(key) : '',
    ...amounts,
  }))
}

/** Whether the sums of a day match its hourly sums. */
async function isCurrent(reports: Db, day: number): Promise<boolean> {
  const hours = await reports
    .selectFrom('usage_hours')
    .select((eb) => hourAmounts.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('hour', '>=', day)
    .where('hour', '<', day + dayMs)
    .executeTakeFirstOrThrow()
  const sums = await reports
    .selectFrom('usage_sums')
    .select((eb) => hourAmounts.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('kind', '=', 'account')
    .where('at', '=', day)
    .executeTakeFirstOrThrow()
  return hourAmounts.every((name) => Number(hours[name] ?? 0) === Number(sums[name] ?? 0))
}

async function firstHour(reports: Db): Promise<number | null> {
  const row = await reports.selectFrom('usage_hours').select('hour').orderBy('hour').limit(1).executeTakeFirst()
  return row?.hour ?? null
}

const floor = (at: number, lengthMs: number): number => Math.floor(at / lengthMs) * lengthMs
