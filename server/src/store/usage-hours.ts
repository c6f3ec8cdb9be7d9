import { dayMs } from '@sluice/contract/durations'
import { recordOf, recordsOf } from '@sluice/contract/read-json'
import { mapKeys } from '@sluice/contract/typed-keys'
import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { engineOf } from './dialects/engine.ts'
import { escapeLike, like } from './like.ts'
import type { UsageClientHoursTable, UsageHoursTable } from './schema/usage.ts'
import type { Database } from './schema.ts'
import { rowsPerSpan, timeSpans } from './time-spans.ts'
import {
  type HourAmount,
  type HourGroup,
  type HourGrouping,
  hourAmounts,
  type UsageAmounts,
  type UsageHourFilter,
} from './usage-hour-question.ts'
import { type SumKind, type SummedPart, sumKinds, summedParts } from './usage-sums.ts'

type Db = Kysely<Database>

export type UsageHour = Selectable<UsageHoursTable>
export type UsageClientHour = Selectable<UsageClientHoursTable>

export const hourKey = ['hour', 'user_id', 'token_id', 'channel_id', 'group_name', 'model_name'] as const
export const hourColumns = [...hourKey, ...hourAmounts] as const

/** The same of the hours by client. */
export const clientHourKey = [...hourKey, 'client'] as const
export const clientHourColumns = [...clientHourKey, ...hourAmounts] as const

/** In the order of `hourColumns`. */
export const hourValues = (hour: UsageHour): (string | number)[] => hourColumns.map((name) => hour[name])
/** In the order of `clientHourColumns`. */
export const clientHourValues = (hour: UsageClientHour): (string | number)[] =>
  clientHourColumns.map((name) => hour[name])

/** Adds to existing hours, and creates the others. The keys must be distinct. Only for the ledger. */
export async function addUsageHours(db: Db, hours: readonly UsageHour[]): Promise<void> {
  for (let first = 0; first < hours.length; first += rowsPerStatement)
    await db.executeQuery(buildHoursInsert(db, hours.slice(first, first + rowsPerStatement)))
}

/** SQLite takes 32 766 values in a statement. */
const rowsPerStatement = Math.floor(32_766 / hourColumns.length)

/** The query of `addUsageHours`, for at least one hour. */
function buildHoursInsert(db: Db, hours: readonly UsageHour[]): CompiledQuery {
  const insert = db.insertInto('usage_hours').values(hours)
  if (engineOf(db) === 'mysql') {
    const added = (name: string) => sql<number>`${sql.ref(name)} + values(${sql.ref(name)})`
    return insert.onDuplicateKeyUpdate(eachAmount(added)).compile()
  }
  const added = (name: string) => sql<number>`${sql.ref(`usage_hours.${name}`)} + ${sql.ref(`excluded.${name}`)}`
  return insert.onConflict((conflict) => conflict.columns(hourKey).doUpdateSet(eachAmount(added))).compile()
}

const eachAmount = <T>(build: (name: HourAmount) => T) => mapKeys(hourAmounts, build)

/**
 * The order of sums. `margin` is the charges of calls with a known cost, less that cost. `loss`: negative margins
 * first, the largest loss on top, then the others by charge, whatever the direction. `cache_missed`: input that was
 * not read from a cache.
 */
export interface HourOrder {
  by:
    | 'at'
    | HourGroup
    | 'calls'
    | 'quota'
    | 'list_quota'
    | 'cost_quota'
    | 'margin'
    | 'margin_percent'
    | 'loss'
    | 'cache_missed'
  isAscending: boolean
}

/** `at` is the start of the step, 0 without steps. Columns that were not requested are 0 or ''. */
export type UsageSum = UsageAmounts & {
  at: number
  user_id: number
  token_id: number
  channel_id: number
  model_name: string
  /** Only if requested. */
  group_name?: string
  client?: string
}

/** Exact sums, in no particular order. Throws GatewayError when `signal` aborts because the client has disconnected. */
export async function sumUsageHours(
  db: Db,
  filter: UsageHourFilter,
  grouping: HourGrouping,
  signal?: AbortSignal,
): Promise<UsageSum[]> {
  const sums = new Map<string, UsageSum>()
  for (const part of await summedParts(db, filter, grouping))
    for await (const span of timeSpans(part, (within) => startOfSpan(db, filter, { ...part, ...within }))) {
      if (signal?.aborted) throw new GatewayError('client_closed_request')
      for (const sum of await sumParts(db, { filter, grouping, parts: [{ ...part, ...span }] })) {
        const key = `${sum.at} ${sum.user_id} ${sum.token_id} ${sum.channel_id} ${sum.group_name} ${sum.client} ${sum.model_name}`
        const known = sums.get(key)
        if (known) for (const name of hourAmounts) known[name] += sum[name]
        else sums.set(key, sum)
      }
    }
  return [...sums.values()]
}

/** A page of the sums with calls or charges, their number, and the total of all. */
export interface UsageSumPage {
  sums: UsageSum[]
  count: number
  total: UsageSum
}

/**
 * Exact sums, ordered by the database because there may be too many for memory. Unknown costs come last in both
 * directions; equal sums are ordered by step and columns. Throws like `sumUsageHours`. One statement reads all rows of
 * the span, so `db` must allow long statements.
 */
export async function pageUsageHours(
  db: Db,
  question: { filter: UsageHourFilter; grouping: HourGrouping; order: HourOrder },
  slice: { offset: number; limit: number },
  signal?: AbortSignal,
): Promise<UsageSumPage> {
  const { filter, grouping, order } = question
  const parts = await summedParts(db, filter, grouping)
  const { amounts = hourAmounts } = grouping
  const charged = () => {
    const sums = sumsOf(db, { filter, grouping: { ...grouping, amounts }, parts })
    return sums.having((eb) => eb.or([eb(eb.fn.sum('calls'), '>', 0), eb(eb.fn.sum('quota'), '<>', 0)]))
  }
  const keys = [...(grouping.step ? ['at'] : []), ...grouping.columns]
  // The totals stand in each row of the page, because a statement of their own would read and group all hours again.
  const { rows } = await sql<Record<string, unknown>>`
    select sums.*, ${totals(amounts, sql`over ()`)} from ${charged().as('sums')}
    order by ${orderOf(order)}, ${sql.join(keys.map((key) => sql.ref(key)))}
    limit ${slice.limit} offset ${slice.offset}`.execute(db)
  if (signal?.aborted) throw new GatewayError('client_closed_request')
  const isBehindEnd = rows.length === 0 && slice.offset > 0
  const behind = isBehindEnd
    ? await sql`select ${totals(amounts, sql``)} from ${charged().as('sums')}`.execute(db)
    : null
  const total = recordOf(rows[0] ?? behind?.rows[0] ?? {})
  return {
    sums: rows.map(readSum),
    count: Number(total.total_count ?? 0),
    total: readSum(eachAmount((name) => total[totalOf(name)])),
  }
}

const totalOf = (name: HourAmount) => `total_${name}` as const

/** The number of sums, and the sum of each amount of them. */
const totals = (amounts: readonly HourAmount[], over: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join([
    sql`count(*) ${over} as total_count`,
    ...amounts.map((name) => sql`sum(${sql.ref(name)}) ${over} as ${sql.ref(totalOf(name))}`),
  ])

function orderOf({ by, isAscending }: HourOrder): RawBuilder<unknown> {
  if (by === 'loss') {
    const isLoss = sql`cost_known_calls > 0 and cost_known_quota < cost_quota`
    return sql`case when ${isLoss} then 0 else 1 end,
      case when ${isLoss} then cost_known_quota - cost_quota end, quota desc`
  }
  const { known, value } = valuesOf(by)
  return sql`case when ${known} then 0 else 1 end, case when ${known} then ${value} end
    ${sql.raw(isAscending ? 'asc' : 'desc')}`
}

/** The compared value, and the condition that it is known. */
function valuesOf(by: Exclude<HourOrder['by'], 'loss'>): { known: RawBuilder<unknown>; value: RawBuilder<unknown> } {
  if (by === 'cache_missed')
    return { known: sql`cache_counted_tokens > 0`, value: sql`cache_counted_tokens - cache_read_tokens` }
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

/** Whether there is usage, of one account or of any. */
export async function hasUsage(db: Db, userId?: number): Promise<boolean> {
  let rows = db.selectFrom('usage_hours').select('hour')
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}

interface SumQuestion {
  filter: UsageHourFilter
  grouping: HourGrouping
  /** Where the time of the filter is read. */
  parts: readonly SummedPart[]
}

async function sumParts(db: Db, question: SumQuestion): Promise<UsageSum[]> {
  const rows = await sumsOf(db, question).execute()
  return recordsOf(rows)
    .filter((row) => Object.values(row).some((value) => value !== null))
    .map(readSum)
}

/** The sums. Without step and columns one row, with nulls if there is no usage. */
function sumsOf(db: Db, { filter, grouping, parts }: SumQuestion) {
  const { columns, step, amounts = hourAmounts } = grouping
  const rows = readingParts(db, { filter, parts, names: [...columns, ...amounts] })
  const keys = step ? ['at', ...columns] : columns
  // Grouped in an outer query, because engines differ in grouping by an expression.
  const named = rows.select([...columns, ...amounts] as never)
  const found = step ? db.selectFrom(named.select(stepOf(step).as('at')).as('found')) : rows
  // The casts: its columns depend on the grouping, which the types of a query cannot express.
  const open = found as unknown as ReturnType<typeof matching>
  const sums = open.select([...keys, ...amounts.map((name) => sumOf(db, name).as(name))] as never)
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
    ...(row.client !== undefined && { client: String(row.client ?? '') }),
    ...eachAmount((name) => Number(row[name] ?? 0)),
  }
}

function stepOf({ lengthMs, offsetMs }: { lengthMs: number; offsetMs: number }): RawBuilder<number> {
  // The remainder is never negative: hours are later than any offset.
  const past = sql`(${sql.ref('hour')} - ${offsetMs}) % ${lengthMs}`
  return sql<number>`${sql.ref('hour')} - ${past}`
}

/**
 * A whole number. MariaDB adds integers as decimals, which takes two to three times as long as adding floating-point
 * numbers; those are exact up to 2^53, beyond which reading the result fails.
 */
const sumOf = (db: Db, name: HourAmount): RawBuilder<number> =>
  engineOf(db) === 'mysql' ? sql`cast(sum(${sql.ref(name)} + 0e0) as signed)` : sql`sum(${sql.ref(name)})`

const monthMs = 31 * dayMs

/** The tables with all dimensions. The daily sums call their time otherwise. */
const tables = {
  hours: { table: 'usage_hours', time: 'hour' },
  days: { table: 'usage_days', time: 'day' },
  clients: { table: 'usage_client_hours', time: 'hour' },
} as const
type Source = keyof typeof tables

/** The start of the last rows of a part that one statement reads; null = it reads the whole part. */
async function startOfSpan(db: Db, { userId }: UsageHourFilter, part: SummedPart): Promise<number | null> {
  const { kind, fromAt, untilAt } = part
  const isServer = engineOf(db) !== 'sqlite'
  // Models and channels are few: passing over that many sums would take a good part of the time of adding them up.
  if (isServer && (kind === 'model' || kind === 'channel')) {
    const oldest = await summed(db, kind, { fromAt, untilAt }).select('at').orderBy('at').limit(1).executeTakeFirst()
    return oldest && untilAt - oldest.at > monthMs ? untilAt - monthMs : null
  }
  // Statements of a database server block nothing: they are limited only by the time that one may take.
  const rows = isServer ? 10 * rowsPerSpan : rowsPerSpan
  const span = { userId, fromAt, untilAt }
  const newest = isSumKind(kind)
    ? summed(db, kind, span).select('at as start')
    : matching(db, span, sourceOf(kind)).select(`${tables[sourceOf(kind)].time} as start` as 'hour as start')
  const row = await db
    .selectFrom(newest.as('newest'))
    .select('start')
    .orderBy('start', 'desc')
    .limit(1)
    .offset(rows)
    .executeTakeFirst()
  return row?.start ?? null
}

const isSumKind = (kind: SummedPart['kind']): kind is SumKind => kind !== null && kind !== 'days' && kind !== 'clients'

const sourceOf = (kind: Exclude<SummedPart['kind'], SumKind>): Source => kind ?? 'hours'

interface PartsQuestion extends Pick<SumQuestion, 'filter' | 'parts'> {
  /** The columns that are needed beside `hour`. */
  names: readonly (HourGroup | HourAmount)[]
}

/** The rows of all parts, as if they were hourly sums. */
function readingParts(db: Db, { filter, parts, names }: PartsQuestion): ReturnType<typeof matching> {
  const [first, ...others] = parts.map(({ kind, ...span }) => {
    const within = { ...filter, ...span }
    // The columns depend on the question, which types cannot express.
    if (!isSumKind(kind)) {
      const source = sourceOf(kind)
      return matching(db, within, source).select([`${tables[source].time} as hour`, ...names] as never)
    }
    const columns = names.map((name) => (name === sumKinds[kind].column ? keyOf(kind, name) : name))
    return summed(db, kind, within).select(['at as hour', ...columns] as never) as never
  })
  if (first === undefined) return matching(db, { ...filter, untilAt: filter.fromAt })
  const all = others.reduce((union, part) => union.unionAll(part), first)
  // Each part has the columns of an hourly sum, which types cannot express.
  return db.selectFrom(all.as('usage_hours') as never) as unknown as ReturnType<typeof matching>
}

const keyOf = (kind: SumKind, name: string): string => (kind === 'model' ? name : `object_id as ${name}`)

function summed(db: Db, kind: SumKind, { channelId, modelName, among = {}, fromAt, untilAt }: UsageHourFilter) {
  let rows = db.selectFrom('usage_sums').where('kind', '=', kind).where('at', '>=', fromAt).where('at', '<', untilAt)
  if (channelId !== undefined) rows = rows.where('object_id', '=', channelId)
  if (modelName !== undefined) rows = rows.where((eb) => modelCondition(eb.ref('model_name'), modelName))
  // A kind has one column, so the sums are grouped by this one alone.
  if (among.model_name) rows = rows.where('model_name', 'in', among.model_name)
  const ids = among.channel_id ?? among.user_id
  if (ids) rows = rows.where('object_id', 'in', ids)
  return rows
}

/** Rows of the hourly sums, or of another table with all their columns. */
function matching(db: Db, filter: UsageHourFilter, source: Source = 'hours') {
  const { userId, tokenIds, channelId, groupName, modelName, among = {}, fromAt, untilAt } = filter
  const { table, time } = tables[source]
  // The cast: the columns differ only in that of the time, and in the client.
  let rows = db
    .selectFrom(table as 'usage_hours')
    .where(time as 'hour', '>=', fromAt)
    .where(time as 'hour', '<', untilAt)
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  if (tokenIds !== undefined) rows = rows.where('token_id', 'in', tokenIds)
  if (channelId !== undefined) rows = rows.where('channel_id', '=', channelId)
  if (groupName !== undefined) rows = rows.where('group_name', '=', groupName)
  if (modelName !== undefined) rows = rows.where((eb) => modelCondition(eb.ref('model_name'), modelName))
  if (among.user_id) rows = rows.where('user_id', 'in', among.user_id)
  if (among.token_id) rows = rows.where('token_id', 'in', among.token_id)
  if (among.channel_id) rows = rows.where('channel_id', 'in', among.channel_id)
  if (among.model_name) rows = rows.where('model_name', 'in', among.model_name)
  return rows
}

const modelCondition = (column: Expression<string>, name: string): Expression<SqlBool> =>
  name.includes('%') ? like(column, escapeLike(name, true)) : sql<SqlBool>`${column} = ${name}`
