import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { HourGrouping, UsageHourFilter } from './usage-hour-question.ts'

type Db = Kysely<Database>

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The object of a sum, which adds up the hourly sums of all other dimensions. Accounts have one sum a day (UTC). */
export type SumKind = 'model' | 'channel' | 'account'

export const sumKinds = {
  model: { lengthMs: hourMs, column: 'model_name' },
  channel: { lengthMs: hourMs, column: 'channel_id' },
  account: { lengthMs: dayMs, column: 'user_id' },
} as const satisfies Record<SumKind, { lengthMs: number; column: string }>

/** The name of the position up to which sums exist. */
export const sumsPosition = 'usage sums'

/** A part of a query's time, and its source: the sums of a kind; null = the hourly sums. */
export interface SummedPart {
  kind: SumKind | null
  fromAt: number
  untilAt: number
}

/**
 * The parts that together give an exact result: sums where they exist, which are few rows, and hourly sums elsewhere.
 */
export async function summedParts(db: Db, filter: UsageHourFilter, grouping: HourGrouping): Promise<SummedPart[]> {
  const { fromAt, untilAt } = filter
  const kind = kindOf(filter, grouping)
  if (kind === null) return [{ kind, fromAt, untilAt }]
  const { lengthMs } = sumKinds[kind]
  const madeUntil = Math.min(untilAt, await summedUntil(db))
  const first = Math.ceil(Math.max(fromAt, 0) / lengthMs) * lengthMs
  const last = Math.floor(madeUntil / lengthMs) * lengthMs
  if (last <= first) return [{ kind: null, fromAt, untilAt }]
  return [
    { kind: null, fromAt, untilAt: first },
    { kind, fromAt: first, untilAt: last },
    { kind: null, fromAt: last, untilAt },
  ].filter((part) => part.fromAt < part.untilAt) satisfies SummedPart[]
}

/** The kind of sums that has all dimensions of the query; null = only the hourly sums have them. */
function kindOf(
  { userId, tokenIds, groupName, channelId, modelName }: UsageHourFilter,
  { columns, step }: HourGrouping,
): SumKind | null {
  if ([userId, tokenIds, groupName].some((given) => given !== undefined)) return null
  const asked = new Set<string>(columns)
  if (channelId !== undefined) asked.add('channel_id')
  if (modelName !== undefined) asked.add('model_name')
  if (asked.size === 0) return 'channel'
  const [column] = asked
  if (asked.size > 1) return null
  if (column === 'model_name') return 'model'
  if (column === 'channel_id') return 'channel'
  const isByDay = step === null || (step.lengthMs % dayMs === 0 && step.offsetMs % dayMs === 0)
  return column === 'user_id' && isByDay ? 'account' : null
}

/** The time up to which sums exist; 0 = there are none. */
export async function summedUntil(db: Db): Promise<number> {
  const row = await db.selectFrom('log_positions').select('at').where('name', '=', sumsPosition).executeTakeFirst()
  return row?.at ?? 0
}
