import { dayMs, hourMs } from '@sluice/contract/durations'
import { type Kysely, type Selectable, sql } from 'kysely'
import { upsert } from './dialects/writing.ts'
import type { UsageDaysTable, UsageSumsTable } from './schema/usage.ts'
import type { Database } from './schema.ts'
import { hourAmounts } from './usage-hour-question.ts'
import { daysPosition, type SumKind, sumKinds, summedUntil, sumsPosition } from './usage-sums.ts'

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
const dayDimensions = ['user_id', 'token_id', 'channel_id', 'group_name', 'model_name'] as const

/**
 * Writes the sums up to the last whole hour, and the daily sums up to the last whole day, day by day. Each run also
 * writes the last days again. The first run of a day compares all earlier days and writes those again whose hourly sums
 * have changed. Returns the number of days written.
 */
export async function makeUsageSums(
  ends: Ends,
  now: number,
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<number> {
  const { db, reports } = ends
  const untilAt = floor(now - settledMs, hourMs)
  const madeUntil = await summedUntil(db)
  const daysUntil = await summedUntil(db, daysPosition)
  if (madeUntil >= untilAt && daysUntil >= floor(untilAt, dayMs)) return 0
  const first = await firstHour(reports)
  if (first === null) return 0
  let made = 0
  const known = Math.min(floor(madeUntil, dayMs), daysUntil)
  const again = Math.max(known - daysAgain * dayMs, floor(first, dayMs))
  if (madeUntil > 0 && floor(untilAt, dayMs) > floor(madeUntil - 1, dayMs))
    for (let day = floor(first, dayMs); day < again && !signal.aborted; day += dayMs) {
      if (await isCurrent(reports, day)) continue
      await makeDay(ends, { day, untilAt: day + dayMs, madeUntil, daysUntil })
      made += 1
      await pause()
    }
  for (let day = again; day < untilAt && !signal.aborted; day += dayMs) {
    const end = Math.min(day + dayMs, untilAt)
    const until = { madeUntil: Math.max(madeUntil, end), daysUntil: Math.max(daysUntil, floor(end, dayMs)) }
    await makeDay(ends, { day, untilAt: end, ...until })
    made += 1
    await pause()
  }
  return made
}

async function makeDay(
  { db, reports }: Ends,
  { day, untilAt, madeUntil, daysUntil }: { day: number; untilAt: number; madeUntil: number; daysUntil: number },
): Promise<void> {
  const isWhole = untilAt === day + dayMs
  const kinds: SumKind[] = isWhole ? ['model', 'channel', 'account'] : ['model', 'channel']
  const rows: SumRow[] = []
  for (const kind of kinds) rows.push(...(await sumsOf(reports, kind, { fromAt: day, untilAt })))
  const combined = isWhole ? await daysOf(reports, day) : []
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('usage_sums')
      .where('kind', 'in', kinds)
      .where('at', '>=', day)
      .where('at', '<', untilAt)
      .execute()
    for (const part of inParts(rows)) await transaction.insertInto('usage_sums').values(part).execute()
    if (isWhole) await transaction.deleteFrom('usage_days').where('day', '=', day).execute()
    for (const part of inParts(combined)) await transaction.insertInto('usage_days').values(part).execute()
    for (const [name, at] of [[sumsPosition, madeUntil] as const, [daysPosition, daysUntil] as const])
      await upsert(transaction, 'log_positions', { name, at, id: 0 }, ['name'])
  })
}

const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, part) =>
    rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement),
  )

async function daysOf(reports: Db, day: number): Promise<Selectable<UsageDaysTable>[]> {
  const rows = await reports
    .selectFrom('usage_hours')
    .select((eb) => [...dayDimensions, ...hourAmounts.map((name) => eb.fn.sum<number>(name).as(name))])
    .where('hour', '>=', day)
    .where('hour', '<', day + dayMs)
    .groupBy(dayDimensions)
    .execute()
  return rows.map((row) => ({ day, ...row }))
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

/** Whether the sums of a day, and its daily sums, match its hourly sums. */
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
  const days = await reports
    .selectFrom('usage_days')
    .select((eb) => hourAmounts.map((name) => eb.fn.sum<number>(name).as(name)))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return [sums, days].every((made) => hourAmounts.every((name) => Number(hours[name] ?? 0) === Number(made[name] ?? 0)))
}

async function firstHour(reports: Db): Promise<number | null> {
  const row = await reports.selectFrom('usage_hours').select('hour').orderBy('hour').limit(1).executeTakeFirst()
  return row?.hour ?? null
}

const floor = (at: number, lengthMs: number): number => Math.floor(at / lengthMs) * lengthMs
