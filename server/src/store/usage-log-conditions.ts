import { logType } from '@sluice/contract/roles'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike, like } from './like.ts'
import type { Database } from './schema.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import type { UsedHour } from './used-hours.ts'

/** Rows about calls: charged, and failed or refused. */
const callTypes = [logType.consume, logType.error]

/** The condition of a filter on usage rows. */
export function usageLogCondition(
  eb: ExpressionBuilder<Database, 'usage_logs'>,
  filter: UsageLogFilter,
): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (filter.userId !== undefined) all.push(eb('user_id', '=', filter.userId))
  if (filter.tokenIds !== undefined) all.push(eb('token_id', 'in', filter.tokenIds))
  if (filter.type !== undefined) all.push(eb('type', '=', filter.type))
  // Repeats the condition of the partial index for rare types, which is used only then.
  if (filter.type !== undefined && filter.type !== logType.consume) all.push(sql<SqlBool>`type <> 2`)
  if (filter.callsOnly) all.push(eb('type', 'in', callTypes))
  if (filter.username !== undefined) all.push(eb('username', '=', filter.username))
  if (filter.tokenName !== undefined) all.push(eb('token_name', '=', filter.tokenName))
  if (filter.channelId !== undefined) all.push(eb('channel_id', '=', filter.channelId))
  if (filter.groupName !== undefined) all.push(eb('group_name', '=', filter.groupName))
  if (filter.requestId !== undefined) all.push(eb('request_id', '=', filter.requestId))
  if (filter.client !== undefined) all.push(eb('client', '=', filter.client))
  if (filter.fromAt !== undefined) all.push(eb('created_at', '>=', filter.fromAt))
  if (filter.untilAt !== undefined) all.push(eb('created_at', '<', filter.untilAt))
  if (filter.modelName !== undefined) all.push(modelCondition(eb, filter.modelName))
  if (filter.contentPrefix !== undefined) all.push(like(eb.ref('content'), `${escapeLike(filter.contentPrefix)}%`))
  // Details are JSON texts: an id of these characters stands in them as it is.
  if (filter.upstreamId !== undefined)
    all.push(like(eb.ref('detail'), `%"upstream_id":"${escapeLike(filter.upstreamId)}"%`))
  return all.length === 0 ? sql<SqlBool>`1 = 1` : eb.and(all)
}

/** A name without wildcards is compared for equality, so that an index can be used. */
const modelCondition = (eb: ExpressionBuilder<Database, 'usage_logs'>, name: string): Expression<SqlBool> =>
  name.includes('%') ? like(eb.ref('model_name'), escapeLike(name, true)) : eb('model_name', '=', name)

/** Rows within any of the hours. The condition on the whole span selects partitions. */
export function withinHours(
  eb: ExpressionBuilder<Database, 'usage_logs'>,
  hours: readonly UsedHour[],
): Expression<SqlBool> {
  const within = ({ fromAt, untilAt, userIds }: UsedHour) =>
    eb.and([
      eb('created_at', '>=', fromAt),
      eb('created_at', '<', untilAt),
      ...(userIds ? [eb('user_id', 'in', userIds)] : []),
    ])
  const [newest, oldest] = [hours[0], hours.at(-1)]
  if (!newest || !oldest || hours.length === 1) return eb.or(hours.map(within))
  const whole = within({ fromAt: oldest.fromAt, untilAt: newest.untilAt })
  return eb.and([whole, eb.or(hours.map(within))])
}
