import { setImmediate } from 'node:timers/promises'
import { logType } from '@sluice/contract/roles'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { escapeLike, like } from './like.ts'
import type { Database, UsageLogRow } from './schema.ts'

type Db = Kysely<Database>

/** Which rows; absent = any. Times in milliseconds, `untilAt` not included. */
export interface UsageLogFilter {
  userId?: number
  type?: number
  username?: string
  tokenName?: string
  /** `%` stands for any text, all else for itself. */
  modelName?: string
  channelId?: number
  groupName?: string
  fromAt?: number
  untilAt?: number
  /** Beginning of the content. */
  contentPrefix?: string
}

/** Counting stops here: a list of millions is paged by cursor, and nobody reads its exact length. */
export const countedRowsMax = 10_000

/** A place in the order of the rows. */
export interface UsageLogPlace {
  createdAt: number
  id: number
}

/** The rows, newest first: those behind the place `after`, or those behind the `offset` newest. */
export async function listUsageLogs(
  db: Db,
  filter: UsageLogFilter,
  slice: { limit: number; offset?: number; after?: UsageLogPlace | undefined },
): Promise<UsageLogRow[]> {
  const { after } = slice
  let query = db
    .selectFrom('usage_logs')
    .selectAll()
    .where((eb) => conditionOf(eb, filter))
  if (after !== undefined)
    query = query
      // Said by the next condition too; said alone, an index can begin here.
      .where('created_at', '<=', after.createdAt)
      .where((eb) => eb.or([eb('created_at', '<', after.createdAt), eb('id', '<', after.id)]))
  return await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset ?? 0)
    .execute()
}

/** How many rows, counted up to `countedRowsMax`. */
export async function countUsageLogs(db: Db, filter: UsageLogFilter): Promise<number> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('usage_logs')
        .select('usage_logs.id')
        .where((inner) => conditionOf(inner, filter))
        .limit(countedRowsMax)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Rows that one statement sums: some milliseconds of work, so that other work is not held up. */
const summedRowsPerStatement = 20_000

/**
 * What the consumption rows cost, exactly. The rows are summed slice by slice in order of time, because a single
 * sum over millions would hold up the embedded database, and with it the whole process.
 */
export async function sumChargedQuota(db: Db, filter: UsageLogFilter, signal?: AbortSignal): Promise<number> {
  const until = filter.untilAt ?? Number.MAX_SAFE_INTEGER
  let from = filter.fromAt ?? 0
  let total = 0
  for (;;) {
    if (signal?.aborted) throw new GatewayError('client_closed_request')
    const next = await endOfSlice(db, { userId: filter.userId, fromAt: from, untilAt: until })
    total += await sumOfSlice(db, { ...filter, fromAt: from, untilAt: next ?? until })
    if (next === null) return total
    await setImmediate()
    from = next
  }
}

/** The time at which the slice that begins at `fromAt` is full; null when the rest fits into it. */
async function endOfSlice(
  db: Db,
  { userId, fromAt, untilAt }: { userId: number | undefined; fromAt: number; untilAt: number },
): Promise<number | null> {
  let query = db
    .selectFrom('usage_logs')
    .select('created_at')
    .where('created_at', '>=', fromAt)
    .where('created_at', '<', untilAt)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  const row = await query.orderBy('created_at').limit(1).offset(summedRowsPerStatement).executeTakeFirst()
  if (row === undefined) return null
  // More rows of one millisecond than a slice holds: they are summed together.
  return row.created_at === fromAt ? fromAt + 1 : row.created_at
}

async function sumOfSlice(db: Db, filter: UsageLogFilter): Promise<number> {
  const row = await db
    .selectFrom('usage_logs')
    .select((eb) => eb.fn.sum('quota').as('quota'))
    .where((eb) => conditionOf(eb, { ...filter, type: logType.consume }))
    .executeTakeFirstOrThrow()
  return Number(row.quota ?? 0)
}

/** Calls and tokens of the consumption rows. For short spans of time. */
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
    .where((eb) => conditionOf(eb, { ...filter, type: logType.consume }))
    .executeTakeFirstOrThrow()
  return { calls: Number(row.calls), tokens: Number(row.prompt ?? 0) + Number(row.completion ?? 0) }
}

/** Deletes some of the rows older than `beforeAt`, at most `limit`. Answers how many. */
export async function deleteUsageLogsBefore(db: Db, beforeAt: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('usage_logs')
    .select('id')
    .where('created_at', '<', beforeAt)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  const result = await db.deleteFrom('usage_logs').where('id', 'in', ids).executeTakeFirst()
  return Number(result.numDeletedRows)
}

function conditionOf(
  eb: ExpressionBuilder<Database, 'usage_logs'>,
  filter: UsageLogFilter,
): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (filter.userId !== undefined) all.push(eb('user_id', '=', filter.userId))
  if (filter.type !== undefined) all.push(eb('type', '=', filter.type))
  if (filter.username !== undefined) all.push(eb('username', '=', filter.username))
  if (filter.tokenName !== undefined) all.push(eb('token_name', '=', filter.tokenName))
  if (filter.channelId !== undefined) all.push(eb('channel_id', '=', filter.channelId))
  if (filter.groupName !== undefined) all.push(eb('group_name', '=', filter.groupName))
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
