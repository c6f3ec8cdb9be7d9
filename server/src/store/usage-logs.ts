import { logType } from '@sluice/contract/roles'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { escapeLike, like } from './like.ts'
import type { Database, UsageLogRow } from './schema.ts'
import { rowsPerSpan as rowsOfSpan, type Span, timeSpans } from './time-spans.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { areHoursKnown, type UsedHour, usedHours } from './used-hours.ts'

type Db = Kysely<Database>

/** Counting stops here: a list of millions is paged by cursor, and its exact length does not matter. */
export const countedRowsMax = 10_000

/** A place in the order of the rows. */
export interface UsageLogPlace {
  createdAt: number
  id: number
}

/**
 * The bound of a query without a matching index; without it, all rows within the filter's time.
 */
interface ReadBound {
  /** Spans of time that are read, newest first, each of about `rowsPerSpan` rows. */
  spansMax: number
  rowsPerSpan: number
}

/** Of the console's questions: some 50 000 rows where neither an index nor the hourly sums lead to the wanted ones. */
export const readBound: ReadBound = { spansMax: 5, rowsPerSpan: 10_000 }

/** How rows without a matching index are found. */
interface Search {
  bound?: ReadBound
  /** The database with the hourly sums, which then lead to the hours of a filter. */
  hours?: Db
}

interface FoundUsageLogs {
  rows: UsageLogRow[]
  /** Where reading stopped at its bound: what is behind this place was not looked at. Null = nothing is left unread. */
  stoppedAt: UsageLogPlace | null
}

/** The rows, newest first: those behind the place `after`, or those behind the `offset` newest. */
export async function listUsageLogs(
  db: Db,
  filter: UsageLogFilter,
  slice: { limit: number; offset?: number; after?: UsageLogPlace | undefined },
  search: Search = {},
): Promise<FoundUsageLogs> {
  const { limit, offset = 0, after } = slice
  if (hasIndex(filter)) {
    const rows = await rowsBehind(db, filter, after).selectAll().limit(limit).offset(offset).execute()
    return { rows, stoppedAt: null }
  }
  const { places, stoppedAt } = await findPlaces(db, { filter, after, most: offset + limit, search })
  const wanted = places.slice(offset)
  const [first, last] = [wanted[0], wanted.at(-1)]
  if (!first || !last) return { rows: [], stoppedAt }
  // Their times lead to their partitions.
  const found = rowsBehind(db, { fromAt: last.createdAt, untilAt: first.createdAt + 1 }, undefined)
    .selectAll()
    .where(
      'id',
      'in',
      wanted.map((place) => place.id),
    )
  return { rows: await found.execute(), stoppedAt }
}

/** How many rows, counted up to `countedRowsMax`, or as far as the bound lets it read. */
export async function countUsageLogs(db: Db, filter: UsageLogFilter, search: Search = {}): Promise<number> {
  if (hasIndex(filter)) return await countUpTo(db, { filter }, countedRowsMax)
  let count = 0
  let read = 0
  for await (const hours of stretchesOf(db, filter, search)) {
    count += await countUpTo(db, { filter, hours }, countedRowsMax - count)
    if (count >= countedRowsMax || ++read === search.bound?.spansMax) break
  }
  return count
}

/** What the rows of the filter were charged, exactly; of no type given, the consumption rows. */
export async function sumChargedQuota(db: Db, filter: UsageLogFilter, signal?: AbortSignal): Promise<number> {
  let total = 0
  for await (const span of spansOf(db, filter)) {
    if (signal?.aborted) throw new GatewayError('client_closed_request')
    const row = await db
      .selectFrom('usage_logs')
      .select((eb) => eb.fn.sum('quota').as('quota'))
      .where((eb) => conditionOf(eb, { type: logType.consume, ...filter, ...span }))
      .executeTakeFirstOrThrow()
    total += Number(row.quota ?? 0)
  }
  return total
}

/** Whether the indices alone lead to the rows, so that no statement reads more of them than it gives. */
function hasIndex({ userId, type, fromAt, untilAt, ...rest }: UsageLogFilter): boolean {
  if (Object.keys(rest).length > 0) return false
  return type === undefined || (type !== logType.consume && userId === undefined)
}

function rowsBehind(db: Db, filter: UsageLogFilter, after: UsageLogPlace | undefined) {
  const rows = db
    .selectFrom('usage_logs')
    .where((eb) => conditionOf(eb, filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (after === undefined) return rows
  // The first condition follows from the second; said alone, it is where an index begins.
  return rows
    .where('created_at', '<=', after.createdAt)
    .where((eb) => eb.or([eb('created_at', '<', after.createdAt), eb('id', '<', after.id)]))
}

async function findPlaces(
  db: Db,
  {
    filter,
    after,
    most,
    search,
  }: {
    filter: UsageLogFilter
    after: UsageLogPlace | undefined
    most: number
    search: Search
  },
): Promise<{ places: UsageLogPlace[]; stoppedAt: UsageLogPlace | null }> {
  // No row has the id 0: behind such a place are the rows of earlier times alone.
  const end = after === undefined ? undefined : after.createdAt + Math.min(after.id, 1)
  const untilAt = Math.min(filter.untilAt ?? endOfTime, end ?? endOfTime)
  const places: UsageLogPlace[] = []
  let read = 0
  for await (const hours of stretchesOf(db, { ...filter, untilAt }, search)) {
    const found = await rowsBehind(db, filter, after)
      .where((eb) => withinHours(eb, hours))
      .select(['id', 'created_at'])
      .limit(most - places.length)
      .execute()
    places.push(...found.map((row) => ({ createdAt: row.created_at, id: row.id })))
    if (places.length >= most) break
    const fromAt = hours.at(-1)?.fromAt ?? 0
    // With the id 0: all rows of that time are before this place, and those of earlier times behind it.
    if (++read === search.bound?.spansMax && fromAt > (filter.fromAt ?? 0))
      return { places, stoppedAt: { createdAt: fromAt, id: 0 } }
  }
  return { places, stoppedAt: null }
}

const hoursPerStatementMax = 64

/**
 * The time of the filter, newest first, in parts that one statement reads: spans of many rows, or the hours that have
 * rows of it, few at first, as the first ones often have all that is wanted.
 */
async function* stretchesOf(db: Db, filter: UsageLogFilter, search: Search): AsyncGenerator<UsedHour[]> {
  if (search.hours === undefined || !areHoursKnown(filter)) {
    for await (const span of spansOf(db, filter, search.bound)) yield [span]
    return
  }
  const whole = { fromAt: filter.fromAt ?? 0, untilAt: filter.untilAt ?? endOfTime }
  let hours: UsedHour[] = []
  let most = 4
  for await (const hour of usedHours(search.hours, filter, whole)) {
    hours.push(hour)
    if (hours.length < most) continue
    yield hours
    hours = []
    most = Math.min(2 * most, hoursPerStatementMax)
  }
  if (hours.length > 0) yield hours
}

/** The bounds of all of them are said too: they lead to the partitions. */
function withinHours(
  eb: ExpressionBuilder<Database, 'usage_logs'>,
  hours: readonly UsedHour[],
): Expression<SqlBool> {
  const within = ({ fromAt, untilAt, userIds }: UsedHour) =>
    eb.and([
      eb('created_at', '>=', fromAt),
      eb('created_at', '<', untilAt),
      ...(userIds ? [eb('user_id', 'in', userIds)] : []),
    ])
  const [newest, oldest] = [hours[0], hours.at(-1)]
  if (!newest || !oldest || hours.length === 1) return eb.or(hours.map(within))
  const whole = within({ fromAt: oldest.fromAt, untilAt: newest.untilAt })
  return eb.and([whole, eb.or(hours.map(within))])
}

async function countUpTo(
  db: Db,
  { filter, hours = [] }: { filter: UsageLogFilter; hours?: readonly UsedHour[] },
  most: number,
): Promise<number> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('usage_logs')
        .select('usage_logs.id')
        .where((inner) => conditionOf(inner, filter))
        .$if(hours.length > 0, (rows) => rows.where((inner) => withinHours(inner, hours)))
        .limit(most)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const endOfTime = Number.MAX_SAFE_INTEGER

const spansOf = (
  db: Db,
  { userId, fromAt = 0, untilAt = endOfTime }: UsageLogFilter,
  { rowsPerSpan }: Pick<ReadBound, 'rowsPerSpan'> = { rowsPerSpan: rowsOfSpan },
): AsyncGenerator<Span> =>
  timeSpans({ fromAt, untilAt }, (span) => startOfSpan(db, { ...span, userId, rowsPerSpan }))

/** The time at which the span that ends at `untilAt` holds enough rows; null when all the rest is less. */
async function startOfSpan(
  db: Db,
  {
    userId,
    fromAt,
    untilAt,
    rowsPerSpan,
  }: Span & { userId: number | undefined } & Pick<ReadBound, 'rowsPerSpan'>,
): Promise<number | null> {
  let query = db
    .selectFrom('usage_logs')
    .select('created_at')
    .where('created_at', '>=', fromAt)
    .where('created_at', '<', untilAt)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  const row = await query.orderBy('created_at', 'desc').limit(1).offset(rowsPerSpan).executeTakeFirst()
  return row?.created_at ?? null
}

/** Rows and tokens of the filter; of no type given, the consumption rows. For short spans of time. */
export async function countCallsAndTokens(
  db: Db,
  filter: UsageLogFilter,
): Promise<{ calls: number; tokens: number }> {
  const row = await db
    .selectFrom('usage_logs')
    .select((eb) => [
      eb.fn.countAll().as('calls'),
      eb.fn.sum('prompt_tokens').as('prompt'),
      eb.fn.sum('completion_tokens').as('completion'),
    ])
    .where((eb) => conditionOf(eb, { type: logType.consume, ...filter }))
    .executeTakeFirstOrThrow()
  return { calls: Number(row.calls), tokens: Number(row.prompt ?? 0) + Number(row.completion ?? 0) }
}

function conditionOf(
  eb: ExpressionBuilder<Database, 'usage_logs'>,
  filter: UsageLogFilter,
): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (filter.userId !== undefined) all.push(eb('user_id', '=', filter.userId))
  if (filter.tokenIds !== undefined) all.push(eb('token_id', 'in', filter.tokenIds))
  if (filter.type !== undefined) all.push(eb('type', '=', filter.type))
  // Said as it is in the condition of the index of the rare types.
  if (filter.type !== undefined && filter.type !== logType.consume) all.push(sql<SqlBool>`type <> 2`)
  if (filter.username !== undefined) all.push(eb('username', '=', filter.username))
  if (filter.tokenName !== undefined) all.push(eb('token_name', '=', filter.tokenName))
  if (filter.channelId !== undefined) all.push(eb('channel_id', '=', filter.channelId))
  if (filter.groupName !== undefined) all.push(eb('group_name', '=', filter.groupName))
  if (filter.requestId !== undefined) all.push(eb('request_id', '=', filter.requestId))
  if (filter.fromAt !== undefined) all.push(eb('created_at', '>=', filter.fromAt))
  if (filter.untilAt !== undefined) all.push(eb('created_at', '<', filter.untilAt))
  if (filter.modelName !== undefined) all.push(modelCondition(eb, filter.modelName))
  if (filter.contentPrefix !== undefined)
    all.push(like(eb.ref('content'), `${escapeLike(filter.contentPrefix)}%`))
  return all.length === 0 ? sql<SqlBool>`1 = 1` : eb.and(all)
}

/** A plain name is compared as it is, so that an index can serve it. */
const modelCondition = (eb: ExpressionBuilder<Database, 'usage_logs'>, name: string): Expression<SqlBool> =>
  name.includes('%') ? like(eb.ref('model_name'), escapeLike(name, true)) : eb('model_name', '=', name)
