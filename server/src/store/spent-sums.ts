import { logType } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'
import { sumUsageHours } from './usage-hours.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { sumChargedQuota } from './usage-logs.ts'

const hourMs = 3_600_000
/** Shorter spans hold few rows, and their exact sum is as quick. */
const hoursMin = 24

/**
 * What the calls of the filter were charged. Whole hours of a long span come from the hourly sums, whose number does not
 * grow with the calls; the parts of hours at both ends come from the rows. The hourly sums also count rows that were
 * deleted or never kept, and are less by what failed tasks were given back. Filters that the hourly sums do not know
 * (names, texts, other types) are answered by the rows alone. Throws GatewayError when `signal` is aborted.
 */
export async function sumSpent(
  db: Kysely<Database>,
  filter: UsageLogFilter,
  signal?: AbortSignal,
): Promise<number> {
  const hours = wholeHoursOf(filter)
  if (hours === null) return await sumChargedQuota(db, filter, signal)
  const {
    fromAt = 0,
    untilAt = Number.MAX_SAFE_INTEGER,
    userId,
    tokenIds,
    channelId,
    groupName,
    modelName,
  } = filter
  const grouping = { columns: [], step: null, amounts: ['quota'] as const }
  const question = { ...hours, userId, tokenIds, channelId, groupName, modelName }
  const [sum] = await sumUsageHours(db, question, grouping, signal)
  let total = sum?.quota ?? 0
  if (fromAt < hours.fromAt) total += await sumChargedQuota(db, { ...filter, untilAt: hours.fromAt }, signal)
  if (hours.untilAt < untilAt)
    total += await sumChargedQuota(db, { ...filter, fromAt: hours.untilAt }, signal)
  return total
}

/** The whole hours within the filter's time; null where the hourly sums cannot answer it, or need not. */
function wholeHoursOf(filter: UsageLogFilter): Span | null {
  const { type = logType.consume, username, tokenName, tokenIds, contentPrefix, requestId } = filter
  const name = tokenIds === undefined ? tokenName : undefined
  const isOfRows = [username, name, contentPrefix, requestId].some((given) => given !== undefined)
  if (isOfRows || type !== logType.consume) return null
  const fromAt = Math.ceil((filter.fromAt ?? 0) / hourMs) * hourMs
  const untilAt =
    filter.untilAt === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(filter.untilAt / hourMs) * hourMs
  return untilAt - fromAt < hoursMin * hourMs ? null : { fromAt, untilAt }
}
