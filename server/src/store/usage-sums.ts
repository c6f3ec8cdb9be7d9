import { dayMs, hourMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { HourGrouping, UsageHourFilter } from './usage-hour-question.ts'

type Db = Kysely<Database>

/** The dimension that a sum keeps; all others are added up. Accounts have one sum a day (UTC). */
export type SumKind = 'model' | 'channel' | 'account'

export const sumKinds = {
  model: { lengthMs: hourMs, column: 'model_name' },
  channel: { lengthMs: hourMs, column: 'channel_id' },
  account: { lengthMs: dayMs, column: 'user_id' },
} as const satisfies Record<SumKind, { lengthMs: number; column: string }>

/** The name of the position up to which sums exist. */
export const sumsPosition = 'usage sums'
/** The same of the daily sums. */
export const daysPosition = 'usage days'

/**
 * A part of a query's time, and its source: the sums of a kind, the daily sums, the hourly ones by client; null = the
 * hourly sums.
 */
export interface SummedPart {
  kind: SumKind | 'days' | 'clients' | null
  fromAt: number
  untilAt: number
}

/**
 * The parts that together give an exact result: sums where they exist, which are few rows, and hourly sums elsewhere.
 */
export async function summedParts(db: Db, filter: UsageHourFilter, grouping: HourGrouping): Promise<SummedPart[]> {
  const { fromAt, untilAt } = filter
  const kind = kindOf(filter, grouping)
  if (kind === null || kind === 'clients') return [{ kind, fromAt, untilAt }]
  const { lengthMs } = kind === 'days' ? { lengthMs: dayMs } : sumKinds[kind]
  const madeUntil = Math.min(untilAt, await summedUntil(db, kind === 'days' ? daysPosition : sumsPosition))
  const first = Math.ceil(Math.max(fromAt, 0) / lengthMs) * lengthMs
  const last = Math.floor(madeUntil / lengthMs) * lengthMs
  if (last <= first) return [{ kind: null, fromAt, untilAt }]
  return [
    { kind: null, fromAt, untilAt: first },
    { kind, fromAt: first, untilAt: last },
    { kind: null, fromAt: last, untilAt },
  ].filter((part) => part.fromAt < part.untilAt) satisfies SummedPart[]
}

/** The sums that have all dimensions of the query and are the fewest; null = only the hourly sums have its steps. */
function kindOf(
  { userId, tokenIds, groupName, channelId, modelName }: UsageHourFilter,
  { columns, step }: HourGrouping,
): SummedPart['kind'] {
  if (columns.includes('client')) return 'clients'
  const isByDay = step === null || (step.lengthMs % dayMs === 0 && step.offsetMs % dayMs === 0)
  const combined = isByDay ? 'days' : null
  if ([userId, tokenIds, groupName].some((given) => given !== undefined)) return combined
  const requested = new Set<string>(columns)
  if (channelId !== undefined) requested.add('channel_id')
  if (modelName !== undefined) requested.add('model_name')
  if (requested.size === 0) return 'channel'
  const [column] = requested
  if (requested.size > 1) return combined
  if (column === 'model_name') return 'model'
  if (column === 'channel_id') return 'channel'
  return column === 'user_id' && isByDay ? 'account' : combined
}

/** The time up to which the sums of a position exist; 0 = there are none. */
export async function summedUntil(db: Db, name: string = sumsPosition): Promise<number> {
  const row = await db.selectFrom('log_positions').select('at').where('name', '=', name).executeTakeFirst()
  return row?.at ?? 0
}
