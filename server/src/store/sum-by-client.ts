import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { type HourGrouping, hourAmounts, type UsageHourFilter } from './usage-hour-question.ts'
import { sumUsageHours, type UsageSum } from './usage-hours.ts'

/**
 * Exact sums by client and by the other columns of the grouping. The calls of unknown programs, refunds, and all that
 * was counted before there were clients, are what the sums of known ones lack; their client is ''. Throws like
 * `sumUsageHours`.
 */
export async function sumByClient(
  db: Kysely<Database>,
  filter: UsageHourFilter,
  grouping: HourGrouping,
  signal?: AbortSignal,
): Promise<UsageSum[]> {
  // The known ones first: calls that are added meanwhile then count as unknown, and nothing falls below 0.
  const known = await sumUsageHours(db, filter, grouping, signal)
  const columns = grouping.columns.filter((name) => name !== 'client')
  const all = await sumUsageHours(db, filter, { ...grouping, columns }, signal)
  return [...known, ...withoutKnown(all, known)]
}

function withoutKnown(all: readonly UsageSum[], known: readonly UsageSum[]): UsageSum[] {
  const rest = new Map(all.map((sum) => [placeOf(sum), { ...sum, client: '' }]))
  for (const sum of known) {
    const left = rest.get(placeOf(sum))
    if (left) for (const name of hourAmounts) left[name] -= sum[name]
  }
  return [...rest.values()].filter((sum) => hourAmounts.some((name) => sum[name] !== 0))
}

const placeOf = ({ at, user_id, token_id, channel_id, group_name = '', model_name }: UsageSum): string =>
  JSON.stringify([at, user_id, token_id, channel_id, group_name, model_name])
