import { logType } from '@sluice/contract/roles'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { countedRowsMax, type RowCount } from './count-rows.ts'
import { lastMove, type MovedRows, movedUntil } from './log-store/moved-rows.ts'
import type { Database, UsageLogRow } from './schema.ts'
import { rowsPerSpan as rowsOfSpan } from './time-spans.ts'
import { usageLogCondition, withinHours } from './usage-log-conditions.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { endOfTime, spansOf } from './usage-log-spans.ts'
import { areHoursKnown, type UsedHour, usedHours } from './used-hours.ts'

type Db = Kysely<Database>

/** A position in the order of the rows. */
export interface UsageLogPlace {
  createdAt: number
  id: number
}

export const placeOf = ({ created_at, id }: Pick<UsageLogRow, 'created_at' | 'id'>): UsageLogPlace => ({
  createdAt: created_at,
  id,
})

/**
 * The bound of a query without a matching index. Without a bound, all rows within the filter's time are read.
 */
interface ReadBound {
  /** Spans of time that are read, newest first, each of about `rowsPerSpan` rows. */
  spansMax: number
  rowsPerSpan: number
  /** A list, or a count, begins no further span after this time. Absent = no limit. */
  readMs?: number
}

/**
 * For queries of the console: about 50,000 rows if neither an index nor the hourly sums find the rows. A page is a list
 * and a count, each of which may exceed its time by one span.
 */
export const readBound: ReadBound = { spansMax: 10, rowsPerSpan: 5_000, readMs: 100 }

/** `countSpan` is called after each span: it counts it, and returns whether the bound allows no further one. */
export function readingWithin({
  spansMax = Number.POSITIVE_INFINITY,
  readMs = Number.POSITIVE_INFINITY,
}: Partial<ReadBound>) {
  const startedAt = performance.now()
  let read = 0
  return { countSpan: () => ++read >= spansMax || performance.now() - startedAt >= readMs }
}

/** The search of rows without a matching index. */
interface Search {
  bound?: ReadBound
  /** The database with the hourly sums, which give the hours of a filter. */
  hours?: Db
  moved?: MovedRows | null
}

interface FoundUsageLogs {
  rows: UsageLogRow[]
  /** The position at which reading stopped at its bound; later rows were not read. Null = all rows were read. */
  stoppedAt: UsageLogPlace | null
}

/** The rows, newest first, after the position `after` or after the `offset` newest. */
export async function listUsageLogs(
  db: Db,
  filter: UsageLogFilter,
  slice: { limit: number; offset?: number; after?: UsageLogPlace | undefined },
  search: Search = {},
): Promise<FoundUsageLogs> {
  const { limit, offset = 0, after } = slice
  const isIndexed = isInOrder(filter)
  if (isIndexed && !search.moved) {
    const rows = await rowsBehind(db, filter, after).selectAll().limit(limit).offset(offset).execute()
    return { rows, stoppedAt: null }
  }
  const question = { filter, after, most: offset + limit, search }
  const { places, stoppedAt } = isIndexed
    ? { places: await placesBehind(db, question), stoppedAt: null }
    : await findPlaces(db, question)
  const wanted = places.slice(offset)
  return { rows: await rowsAt(db, wanted, search.moved), stoppedAt }
}

/** The rows of some positions that one database has, in any order. */
export const readPlaces = (db: Db, places: readonly UsageLogPlace[]): Promise<UsageLogRow[]> =>
  db
    .selectFrom('usage_logs')
    .selectAll()
    // The key of PostgreSQL begins with the time. A range of times would be read as a whole, and may be months.
    .where('created_at', 'in', [...new Set(places.map(({ createdAt }) => createdAt))])
    .where(
      'id',
      'in',
      places.map(({ id }) => id),
    )
    .execute()

/** The rows of these positions, in their order, without rows that were deleted meanwhile. */
async function rowsAt(
  db: Db,
  places: readonly UsageLogPlace[],
  moved: MovedRows | null | undefined,
): Promise<UsageLogRow[]> {
  const found = new Map<number, UsageLogRow>()
  const read = async (source: Db) => {
    const missing = places.filter(({ id }) => !found.has(id))
    if (missing.length === 0) return
    for (const row of await readPlaces(source, missing)) found.set(row.id, row)
  }
  await read(db)
  if (moved) await read((await moved.open()).reports)
  return places.flatMap(({ id }) => found.get(id) ?? [])
}

/** The row with a number, within a time that selects its partition. */
export async function findUsageLog(
  db: Db,
  { id, fromAt, untilAt }: { id: number; fromAt: number; untilAt: number },
  moved: MovedRows | null = null,
): Promise<UsageLogRow | undefined> {
  const read = async (source: Db) =>
    await source
      .selectFrom('usage_logs')
      .selectAll()
      .where('created_at', '>=', fromAt)
      .where('created_at', '<', untilAt)
      .where('id', '=', id)
      .executeTakeFirst()
  return (await read(db)) ?? (moved ? await read((await moved.open()).reports) : undefined)
}

/** The number of rows, counted up to `countedRowsMax` and within the bound. */
export async function countUsageLogs(db: Db, filter: UsageLogFilter, search: Search = {}): Promise<RowCount> {
  const { moved, bound } = search
  const calls = await countCallsByIndex(db, filter, search)
  if (calls !== null) return calls
  if (hasIndex(filter)) {
    const count = await countUpTo(db, { filter, moved }, countedRowsMax)
    return { count, isCut: count >= countedRowsMax }
  }
  const reading = readingWithin(bound ?? {})
  let count = 0
  let isOver = false
  for await (const hours of partsOf(db, filter, search)) {
    if (isOver) return { count, isCut: true }
    count += await countUpTo(db, { filter, hours, moved }, countedRowsMax - count)
    if (count >= countedRowsMax) return { count, isCut: true }
    isOver = reading.countSpan()
  }
  return { count, isCut: false }
}

/** Rows that are no calls. An index has these few. */
const otherTypes = [logType.topUp, logType.manage, logType.system]
const otherRowsMax = 1_000

/**
 * The calls of all accounts: all rows less the few that are no calls, so that no row has to be read. Null = the filter
 * is another one, or the others are not few.
 */
async function countCallsByIndex(db: Db, filter: UsageLogFilter, { moved }: Search): Promise<RowCount | null> {
  const { callsOnly, ...rest } = filter
  if (!callsOnly || rest.type !== undefined || rest.userId !== undefined || !hasIndex(rest)) return null
  let others = 0
  for (const type of otherTypes) others += await countUpTo(db, { filter: { ...rest, type }, moved }, otherRowsMax)
  if (others >= otherRowsMax) return null
  const all = await countUpTo(db, { filter: rest, moved }, countedRowsMax)
  return { count: Math.max(0, all - others), isCut: all >= countedRowsMax }
}

/** The time of the oldest row of this database. */
export async function findOldestUsageLog(db: Db): Promise<number | null> {
  const row = await db.selectFrom('usage_logs').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return row?.created_at ?? null
}

/** Whether an index finds the rows, so that no statement reads more rows than it returns. */
function hasIndex({ userId, type, fromAt, untilAt, ...rest }: UsageLogFilter): boolean {
  if (Object.keys(rest).length > 0) return false
  return type === undefined || (type !== logType.consume && userId === undefined)
}

/** The same for a list, which may pass over the few rows that are not calls. */
const isInOrder = ({ callsOnly: _, ...filter }: UsageLogFilter): boolean => hasIndex(filter)

function rowsBehind(db: Db, filter: UsageLogFilter, after: UsageLogPlace | undefined) {
  const rows = db
    .selectFrom('usage_logs')
    .where((eb) => usageLogCondition(eb, filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (after === undefined) return rows
  // The first condition follows from the second, but only the first one can use the index.
  return rows
    .where('created_at', '<=', after.createdAt)
    .where((eb) => eb.or([eb('created_at', '<', after.createdAt), eb('id', '<', after.id)]))
}

interface PlaceQuestion {
  filter: UsageLogFilter
  after: UsageLogPlace | undefined
  most: number
  search: Search
  hours?: readonly UsedHour[]
}

/** The first positions after `after`, within the hours if they are given. */
async function placesBehind(
  db: Db,
  { filter, after, most, hours = [], search: { moved } }: PlaceQuestion,
): Promise<UsageLogPlace[]> {
  const read = async (source: Db) => {
    const rows = await rowsBehind(source, filter, after)
      .$if(hours.length > 0, (open) => open.where((eb) => withinHours(eb, hours)))
      .select(['id', 'created_at'])
      .limit(most)
      .execute()
    return rows.map(placeOf)
  }
  const here = await read(db)
  if (!moved) return here
  // Read after the main database, so that a row that is moved meanwhile is found in at least one of the two.
  const there = await read((await moved.open()).reports)
  const known = new Set(here.map(({ id }) => id))
  return [...here, ...there.filter(({ id }) => !known.has(id))]
    .toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, most)
}

async function findPlaces(
  db: Db,
  { filter, after, most, search }: Omit<PlaceQuestion, 'hours'>,
): Promise<{ places: UsageLogPlace[]; stoppedAt: UsageLogPlace | null }> {
  // No row has the id 0, so after such a position there are only rows of earlier times.
  const end = after === undefined ? undefined : after.createdAt + Math.min(after.id, 1)
  const untilAt = Math.min(filter.untilAt ?? endOfTime, end ?? endOfTime)
  const places: UsageLogPlace[] = []
  const reading = readingWithin(search.bound ?? {})
  for await (const hours of partsOf(db, { ...filter, untilAt }, search)) {
    places.push(...(await placesBehind(db, { filter, after, most: most - places.length, search, hours })))
    if (places.length >= most) break
    const fromAt = hours.at(-1)?.fromAt ?? 0
    const isOver = reading.countSpan()
    // With the id 0, all rows of that time are before this position.
    if (isOver && fromAt > (filter.fromAt ?? 0)) return { places, stoppedAt: { createdAt: fromAt, id: 0 } }
  }
  return { places, stoppedAt: null }
}

const hoursPerStatementMax = 64
const slowPartMs = 30

/**
 * The time of the filter, newest first, in parts that one statement reads: spans of many rows, or the hours that have
 * matching rows. The first parts have few hours, because they often contain enough rows. Parts grow while they are read
 * quickly: rows that are not in memory would otherwise take longer than a statement may.
 */
async function* partsOf(db: Db, filter: UsageLogFilter, search: Search): AsyncGenerator<UsedHour[]> {
  if (search.hours === undefined || !areHoursKnown(filter)) {
    const { rowsPerSpan } = search.bound ?? { rowsPerSpan: rowsOfSpan }
    for await (const span of spansOf(db, filter, { rowsPerSpan, moved: search.moved })) yield [span]
    return
  }
  const whole = { fromAt: filter.fromAt ?? 0, untilAt: filter.untilAt ?? endOfTime }
  let hours: UsedHour[] = []
  let most = 4
  for await (const hour of usedHours({ hours: search.hours, moved: search.moved }, filter, whole)) {
    hours.push(hour)
    if (hours.length < most) continue
    const startedAt = performance.now()
    yield hours
    hours = []
    if (performance.now() - startedAt < slowPartMs) most = Math.min(2 * most, hoursPerStatementMax)
  }
  if (hours.length > 0) yield hours
}

async function countUpTo(
  db: Db,
  {
    filter,
    hours = [],
    moved,
  }: { filter: UsageLogFilter; hours?: readonly UsedHour[]; moved: MovedRows | null | undefined },
  most: number,
): Promise<number> {
  const count = (source: Db, limit: number, isWanted: Expression<SqlBool> = sql`1 = 1`) =>
    source
      .selectFrom((eb) =>
        eb
          .selectFrom('usage_logs')
          .select('usage_logs.id')
          .where((inner) => usageLogCondition(inner, filter))
          .$if(hours.length > 0, (rows) => rows.where((inner) => withinHours(inner, hours)))
          .where(isWanted)
          .limit(limit)
          .as('found'),
      )
      .select((eb) => eb.fn.countAll().as('count'))
  if (!moved) return Number((await count(db, most).executeTakeFirstOrThrow()).count)
  const here = await count(db, most).select(lastMove().as('move')).executeTakeFirstOrThrow()
  const rest = most - Number(here.count)
  if (rest <= 0) return most
  const { reports } = await moved.open()
  const there = await count(reports, rest, movedUntil(here.move)).executeTakeFirstOrThrow()
  return Number(here.count) + Number(there.count)
}
