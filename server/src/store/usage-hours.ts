import { type CompiledQuery, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { engineOf } from './dialects/engine.ts'
import { escapeLike, like } from './like.ts'
import type { UsageHoursTable } from './schema/usage.ts'
import type { Database } from './schema.ts'
import { rowsPerSpan, type Span, timeSpans } from './time-spans.ts'

type Db = Kysely<Database>

export type UsageHour = Selectable<UsageHoursTable>

export const hourKey = ['hour', 'user_id', 'token_id', 'channel_id', 'group_name', 'model_name'] as const
/** What is added up. */
export const hourAmounts = [
  'calls',
  'errors',
  'quota',
  'list_quota',
  'cost_quota',
  'cost_known_calls',
  'cost_known_quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time_ms',
] as const
export const hourColumns = [...hourKey, ...hourAmounts] as const

/** In the order of `hourColumns`. */
export const hourValues = (hour: UsageHour): (string | number)[] => [
  hour.hour,
  hour.user_id,
  hour.token_id,
  hour.channel_id,
  hour.group_name,
  hour.model_name,
  hour.calls,
  hour.errors,
  hour.quota,
  hour.list_quota,
  hour.cost_quota,
  hour.cost_known_calls,
  hour.cost_known_quota,
  hour.prompt_tokens,
  hour.completion_tokens,
  hour.use_time_ms,
]

/** Adds to existing hours, and creates the others. The keys must be distinct. Only for the ledger. */
export async function addUsageHours(db: Db, hours: readonly UsageHour[]): Promise<void> {
  if (hours.length > 0) await db.executeQuery(buildHoursInsert(db, hours))
}

/** The same as a query that is not sent yet. There is at least one hour. */
export function buildHoursInsert(db: Db, hours: readonly UsageHour[]): CompiledQuery {
  const insert = db.insertInto('usage_hours').values(hours)
  if (engineOf(db) === 'mysql') {
    const added = (name: string) => sql<number>`${sql.ref(name)} + values(${sql.ref(name)})`
    return insert.onDuplicateKeyUpdate(eachAmount(added)).compile()
  }
  const added = (name: string) =>
    sql<number>`${sql.ref(`usage_hours.${name}`)} + ${sql.ref(`excluded.${name}`)}`
  return insert.onConflict((conflict) => conflict.columns(hourKey).doUpdateSet(eachAmount(added))).compile()
}

const eachAmount = <T>(build: (name: HourAmount) => T) =>
  Object.fromEntries(hourAmounts.map((name) => [name, build(name)])) as Record<HourAmount, T>

type HourAmount = (typeof hourAmounts)[number]

/** Which hours: those that begin in the span. */
export interface UsageHourFilter extends Span {
  userId?: number | undefined
  /** Any of these. */
  tokenIds?: readonly number[] | undefined
  channelId?: number | undefined
  groupName?: string | undefined
  /** `%` matches any text. */
  modelName?: string | undefined
}

type HourGroup = 'user_id' | 'token_id' | 'channel_id' | 'group_name' | 'model_name'

/** The dimensions of sums. */
export interface HourGrouping {
  columns: readonly HourGroup[]
  /** Steps of time, of which one begins at `offsetMs`; null = the whole span is one. */
  step: { lengthMs: number; offsetMs: number } | null
  /** The requested columns; absent = all. The embedded database sorts whole rows to group them: fewer are faster. */
  amounts?: readonly HourAmount[]
}

/** How sums are put in order. `margin` is the charge of the calls whose cost is known, less that cost. */
export interface HourOrder {
  by: 'at' | HourGroup | 'calls' | 'quota' | 'list_quota' | 'cost_quota' | 'margin' | 'margin_percent'
  isAscending: boolean
}

/** `at` is where the step begins, 0 without steps; what was not asked for is 0 or ''. */
export type UsageSum = Record<HourAmount, number> & {
  at: number
  user_id: number
  token_id: number
  channel_id: number
  model_name: string
  /** Only where it was asked for. */
  group_name?: string
}

/** Exact sums, in no particular order. Throws GatewayError when `signal` aborts because the caller is gone. */
export async function sumUsageHours(
  db: Db,
  filter: UsageHourFilter,
  grouping: HourGrouping,
  signal?: AbortSignal,
): Promise<UsageSum[]> {
  const sums = new Map<string, UsageSum>()
  for await (const span of timeSpans(filter, (within) => startOfSpan(db, { ...filter, ...within }))) {
    if (signal?.aborted) throw new GatewayError('client_closed_request')
    for (const part of await sumSpan(db, { ...filter, ...span }, grouping)) {
      const key = `${part.at} ${part.user_id} ${part.token_id} ${part.channel_id} ${part.group_name} ${part.model_name}`
      const known = sums.get(key)
      if (known) for (const name of hourAmounts) known[name] += part[name]
      else sums.set(key, part)
    }
  }
  return [...sums.values()]
}

/** Some of the sums in which something was called or charged, how many there are, and all of them added up. */
export interface UsageSumPage {
  sums: UsageSum[]
  count: number
  total: UsageSum
}

/**
 * Exact sums in an order that the engine makes, as there may be more than a process should hold. Unknown costs come
 * last in either direction; equal ones are ordered by step and columns. Throws like `sumUsageHours`. One statement
 * reads all rows of the span, so `db` must allow long statements.
 */
export async function pageUsageHours(
  db: Db,
  question: { filter: UsageHourFilter; grouping: HourGrouping; order: HourOrder },
  slice: { offset: number; limit: number },
  signal?: AbortSignal,
): Promise<UsageSumPage> {
  const { filter, grouping, order } = question
  const charged = () => {
    const { amounts = hourAmounts } = grouping
    const sums = sumsOf(db, filter, { ...grouping, amounts })
    return sums.having((eb) => eb.or([eb(eb.fn.sum('calls'), '>', 0), eb(eb.fn.sum('quota'), '<>', 0)]))
  }
  // The columns of the inner query depend on the grouping, which types cannot express.
  const all = await db
    .selectFrom(charged().as('sums') as never)
    .select((eb) => [
      eb.fn.countAll().as('count'),
      ...hourAmounts.map((name) => eb.fn.sum(sql.ref(name)).as(name)),
    ])
    .executeTakeFirstOrThrow()
  if (signal?.aborted) throw new GatewayError('client_closed_request')
  const { known, value } = valuesOf(order.by)
  const keys = [...(grouping.step ? ['at'] : []), ...grouping.columns]
  const rows = await sql<Record<string, unknown>>`
    select * from ${charged().as('sums')}
    order by case when ${known} then 0 else 1 end, case when ${known} then ${value} end
      ${sql.raw(order.isAscending ? 'asc' : 'desc')}, ${sql.join(keys.map((key) => sql.ref(key)))}
    limit ${slice.limit} offset ${slice.offset}`.execute(db)
  const { count, ...total } = all as Record<string, unknown>
  return { sums: rows.rows.map(readSum), count: Number(count), total: readSum(total) }
}

/** What is compared, and where it is known. */
function valuesOf(by: HourOrder['by']): { known: RawBuilder<unknown>; value: RawBuilder<unknown> } {
  const costKnown = sql`cost_known_calls > 0`
  if (by === 'cost_quota') return { known: costKnown, value: sql`cost_quota` }
  const margin = sql`cost_known_quota - cost_quota`
  if (by === 'margin') return { known: costKnown, value: margin }
  if (by !== 'margin_percent') return { known: sql`1 = 1`, value: sql.ref(by) }
  return {
    known: sql`${costKnown} and cost_known_quota > 0`,
    value: sql`round((${margin}) * 10000.0 / cost_known_quota)`,
  }
}

/** Whether anything was ever called, by an account or at all. */
export async function hasUsage(db: Db, userId?: number): Promise<boolean> {
  let rows = db.selectFrom('usage_hours').select('hour')
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

async function sumSpan(db: Db, filter: UsageHourFilter, grouping: HourGrouping): Promise<UsageSum[]> {
  const rows = await sumsOf(db, filter, grouping).execute()
  return (rows as Record<string, unknown>[])
    .filter((row) => Object.values(row).some((value) => value !== null))
    .map(readSum)
}

/** Lines of sums. Without step and columns there is one, of nulls where there is nothing to sum. */
function sumsOf(db: Db, filter: UsageHourFilter, { columns, step, amounts = hourAmounts }: HourGrouping) {
  const rows = matching(db, filter)
  const keys = step ? ['at', ...columns] : columns
  // Grouped outside: what an engine says of grouping by an expression differs.
  const found = step
    ? db.selectFrom(rows.select([stepOf(step).as('at'), ...columns, ...amounts]).as('found'))
    : rows
  // Its columns depend on the grouping, which the types of a query cannot say.
  const open = found as unknown as ReturnType<typeof matching>
  const sums = open.select((eb) => [...keys, ...amounts.map((name) => eb.fn.sum(name).as(name))] as never)
  return keys.length === 0 ? sums : sums.groupBy(keys as never)
}

function readSum(row: Record<string, unknown>): UsageSum {
  return {
    at: Number(row.at ?? 0),
    user_id: Number(row.user_id ?? 0),
    token_id: Number(row.token_id ?? 0),
    channel_id: Number(row.channel_id ?? 0),
    model_name: String(row.model_name ?? ''),
    ...(row.group_name !== undefined && { group_name: String(row.group_name ?? '') }),
    ...eachAmount((name) => Number(row[name] ?? 0)),
  }
}

function stepOf({ lengthMs, offsetMs }: { lengthMs: number; offsetMs: number }): RawBuilder<number> {
  // The remainder of a negative number would be negative; hours lie far behind any offset.
  const past = sql`(${sql.ref('hour')} - ${offsetMs}) % ${lengthMs}`
  return sql<number>`${sql.ref('hour')} - ${past}`
}

async function startOfSpan(db: Db, filter: UsageHourFilter): Promise<number | null> {
  const { userId, fromAt, untilAt } = filter
  const row = await matching(db, { userId, fromAt, untilAt })
    .select('hour')
    .orderBy('hour', 'desc')
    .limit(1)
    .offset(rowsPerSpan)
    .executeTakeFirst()
  return row?.hour ?? null
}

function matching(db: Db, filter: UsageHourFilter) {
  const { userId, tokenIds, channelId, groupName, modelName, fromAt, untilAt } = filter
  let rows = db.selectFrom('usage_hours').where('hour', '>=', fromAt).where('hour', '<', untilAt)
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  if (tokenIds !== undefined) rows = rows.where('token_id', 'in', tokenIds)
  if (channelId !== undefined) rows = rows.where('channel_id', '=', channelId)
  if (groupName !== undefined) rows = rows.where('group_name', '=', groupName)
  if (modelName?.includes('%'))
    rows = rows.where((eb) => like(eb.ref('model_name'), escapeLike(modelName, true)))
  else if (modelName !== undefined) rows = rows.where('model_name', '=', modelName)
  return rows
}
