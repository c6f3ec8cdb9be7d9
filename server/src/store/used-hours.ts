import { hourMs } from '@sluice/contract/durations'
import { logType } from '@sluice/contract/roles'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { MovedRows } from './log-store/moved-rows.ts'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'

type Db = Kysely<Database>

const sumsPerQuestion = 500
/** With more accounts in an hour, their ids do not help to find its rows. */
const accountsMax = 50

/** A span with rows of a filter, and their accounts if they are few. */
export interface UsedHour extends Span {
  userIds?: number[]
}

/** Whether the hourly sums can find the hours with rows of the filter. */
export const areHoursKnown = (filter: UsageLogFilter): boolean => {
  const { type, userId, tokenIds, tokenName, username, channelId, modelName, contentPrefix, requestId, upstreamId } =
    filter
  // The hourly sums contain only calls, without names and texts.
  if (type !== undefined && type !== logType.consume && type !== logType.error) return false
  if (contentPrefix !== undefined || requestId !== undefined || upstreamId !== undefined) return false
  if (tokenName !== undefined && tokenIds === undefined) return false
  if (username !== undefined && userId === undefined) return false
  if (tokenIds !== undefined || channelId !== undefined) return true
  const areCalls = type !== undefined || filter.callsOnly === true
  return modelName === undefined ? areCalls && userId !== undefined : !modelName.includes('%')
}

export interface UsedHoursSource {
  /** The database with the hourly sums. */
  hours: Db
  moved?: MovedRows | null | undefined
}

/** The hours within `whole` that have rows of the filter, newest first. */
export async function* usedHours(
  { hours, moved }: UsedHoursSource,
  filter: UsageLogFilter,
  whole: Span,
): AsyncGenerator<UsedHour> {
  let { untilAt } = whole
  for (;;) {
    const span = { ...whole, untilAt }
    const found = [await listSums(hours, filter, span)]
    if (mayBeRefused(filter)) {
      found.push(await listRefusals(hours, filter, span))
      if (moved) found.push(await listRefusals((await moved.open()).reports, filter, span))
    }
    // Each list has the newest ones, so that the newest of all are complete.
    const newestFirst = found.flat().toSorted((a, b) => b.hour - a.hour)
    const sums = newestFirst.slice(0, sumsPerQuestion)
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
  if (type === logType.consume) sums = sums.where((is) => is.or([is('calls', '>', 0), is('quota', '>', 0)]))
  if (type === logType.error) sums = sums.where('errors', '>', 0)
  if (modelName !== undefined) sums = sums.where('model_name', '=', modelName)
  return sums.orderBy('hour', 'desc').limit(sumsPerQuestion).execute()
}

/** Whether rows of the model may be of calls that were refused before any channel: their sums have no model. */
const mayBeRefused = ({ type, channelId, modelName }: UsageLogFilter): boolean =>
  modelName !== undefined && type !== logType.consume && channelId === undefined

/** The newest rows of the model of calls that no channel got. An index contains these few rows. */
async function listRefusals(db: Db, filter: UsageLogFilter, { fromAt, untilAt }: Span) {
  const { userId, tokenIds, groupName, modelName = '' } = filter
  let rows = db
    .selectFrom('usage_logs')
    .select(['created_at', 'user_id'])
    // In the words of the partial index.
    .where(sql<SqlBool>`type = 5 and channel_id = 0`)
    .where('model_name', '=', modelName)
    .where('created_at', '>=', fromAt)
    .where('created_at', '<', untilAt)
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  if (tokenIds !== undefined) rows = rows.where('token_id', 'in', tokenIds)
  if (groupName !== undefined) rows = rows.where('group_name', '=', groupName)
  const found = await rows.orderBy('created_at', 'desc').limit(sumsPerQuestion).execute()
  return found.map(({ created_at, user_id }) => ({ hour: created_at - (created_at % hourMs), user_id }))
}
