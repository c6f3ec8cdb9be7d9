import { logType } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'

type Db = Kysely<Database>

const hourMs = 3_600_000
const sumsPerQuestion = 500
/** With more accounts in an hour, their ids do not help to find its rows. */
const accountsMax = 50

/** A span with rows of a filter, and their accounts if they are few. */
export interface UsedHour extends Span {
  userIds?: number[]
}

/** Whether the hourly sums can find the hours with rows of the filter. */
export const areHoursKnown = (filter: UsageLogFilter): boolean => {
  const { type, userId, tokenIds, tokenName, username, channelId, modelName, contentPrefix, requestId } = filter
  // The hourly sums contain only calls, without names and texts.
  if (type !== undefined && type !== logType.consume && type !== logType.error) return false
  if (contentPrefix !== undefined || requestId !== undefined) return false
  if (tokenName !== undefined && tokenIds === undefined) return false
  if (username !== undefined && userId === undefined) return false
  if (tokenIds !== undefined || channelId !== undefined) return true
  return modelName === undefined ? type !== undefined && userId !== undefined : !modelName.includes('%')
}

/** The hours within `whole` that have rows of the filter, newest first. */
export async function* usedHours(db: Db, filter: UsageLogFilter, whole: Span): AsyncGenerator<UsedHour> {
  let { untilAt } = whole
  for (;;) {
    const sums = await listSums(db, filter, { ...whole, untilAt })
    const isCut = sums.length === sumsPerQuestion
    const byHour = Map.groupBy(sums, (sum) => sum.hour)
    for (const [index, [hour, inHour]] of [...byHour].entries()) {
      // The last hour of a full page may continue on the next one.
      const isPart = isCut && index === byHour.size - 1
      if (isPart && index > 0) break
      const userIds = [...new Set(inHour.map((sum) => sum.user_id))]
      yield {
        fromAt: Math.max(hour, whole.fromAt),
        untilAt: Math.min(hour + hourMs, untilAt),
        ...(!isPart && userIds.length <= accountsMax && { userIds }),
      }
      untilAt = hour
    }
    if (!isCut || untilAt <= whole.fromAt) return
  }
}

function listSums(db: Db, filter: UsageLogFilter, { fromAt, untilAt }: Span) {
  const { type, userId, tokenIds, channelId, modelName, groupName } = filter
  let sums = db
    .selectFrom('usage_hours')
    .select(['hour', 'user_id'])
    .where('hour', '>', fromAt - hourMs)
    .where('hour', '<', untilAt)
  if (userId !== undefined) sums = sums.where('user_id', '=', userId)
  if (tokenIds !== undefined) sums = sums.where('token_id', 'in', tokenIds)
  if (channelId !== undefined) sums = sums.where('channel_id', '=', channelId)
  if (groupName !== undefined) sums = sums.where('group_name', '=', groupName)
  if (type === logType.consume) sums = sums.where('calls', '>', 0)
  if (type === logType.error) sums = sums.where('errors', '>', 0)
  if (modelName !== undefined) {
    // Sums of calls that were refused before any channel have no model.
    const isOfChannel = type === logType.consume || channelId !== undefined
    sums = sums.where('model_name', 'in', isOfChannel ? [modelName] : [modelName, ''])
  }
  return sums.orderBy('hour', 'desc').limit(sumsPerQuestion).execute()
}
