import { hourMs } from '@sluice/contract/durations'
import { logType } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { MovedRows } from './log-store/moved-rows.ts'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'
import { sumUsageHours } from './usage-hours.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { sumChargedQuota } from './usage-log-sums.ts'

/** Shorter spans have few rows, whose exact sum is as fast. */
const hoursMin = 24

/**
 * The charges of the calls of the filter. Whole hours of a long span come from the hourly sums, whose number does not
 * grow with the calls; the partial hours at both ends come from the rows. The hourly sums include rows that were
 * deleted or not kept. Both are less the refunds of their time. Filters without columns there (names, texts, other
 * types) use only the rows, in both databases. Throws GatewayError when `signal` is aborted.
 */
export async function sumSpent(
  db: Kysely<Database>,
  filter: UsageLogFilter,
  from: { signal?: AbortSignal | undefined; moved?: MovedRows | null } = {},
): Promise<number> {
  const hours = wholeHoursOf(filter)
  if (hours === null) return await sumChargedQuota(db, filter, from)
  const { fromAt = 0, untilAt = Number.MAX_SAFE_INTEGER, userId, tokenIds, channelId, groupName, modelName } = filter
  const grouping = { columns: [], step: null, amounts: ['quota'] as const }
  const question = { ...hours, userId, tokenIds, channelId, groupName, modelName }
  const [sum] = await sumUsageHours(db, question, grouping, from.signal)
  let total = sum?.quota ?? 0
  if (fromAt < hours.fromAt) total += await sumChargedQuota(db, { ...filter, untilAt: hours.fromAt }, from)
  if (hours.untilAt < untilAt) total += await sumChargedQuota(db, { ...filter, fromAt: hours.untilAt }, from)
  return total
}

/** The whole hours within the filter's time; null = use only the rows. */
function wholeHoursOf(filter: UsageLogFilter): Span | null {
  const { type = logType.consume, username, tokenName, contentPrefix, requestId, upstreamId, client } = filter
  const isOfRows = [username, tokenName, contentPrefix, requestId, upstreamId, client].some(
    (given) => given !== undefined,
  )
  if (isOfRows || type !== logType.consume) return null
  const fromAt = Math.ceil((filter.fromAt ?? 0) / hourMs) * hourMs
  const untilAt = filter.untilAt === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(filter.untilAt / hourMs) * hourMs
  return untilAt - fromAt < hoursMin * hourMs ? null : { fromAt, untilAt }
}
