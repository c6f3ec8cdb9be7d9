import { logType } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { listTokenIdsByName } from '../../store/api-tokens.ts'
import { noFirstTokens } from '../../store/first-token-times.ts'
import type { Database } from '../../store/schema.ts'
import type { UsageHourFilter } from '../../store/usage-hour-question.ts'
import { wrongParameter } from '../wrong-parameter.ts'
import { type CallSum, noDataSums } from './build-overview.ts'

/** The filters of the usage log that the hourly sums have. Empty and 0 = absent. */
export interface CallParameters {
  type?: number | undefined
  token_name?: string | undefined
  model_name?: string | undefined
  group?: string | undefined
  channel?: number | undefined
}

type HourCondition = Pick<UsageHourFilter, 'tokenIds' | 'modelName' | 'groupName' | 'channelId'>

/** Which calls count. */
export interface CallFilter {
  condition: HourCondition
  /** Absent = both. */
  only?: 'charged' | 'failed'
}

/** The filter covers at most this many tokens of one name. */
const tokensMax = 500
/** No token has it: a name that nothing has matches nothing. */
const noToken = -1

/** The filter of the parameters. Tokens are found by the names that they have now, of one account or of all. */
export async function findCallFilter(
  db: Kysely<Database>,
  parameters: CallParameters,
  userId: number | undefined,
): Promise<CallFilter> {
  const { token_name: token, model_name: model, group, channel } = parameters
  const only = parseOnly(parameters.type ?? 0)
  const ids = token ? await listTokenIdsByName(db, { name: token, userId, limit: tokensMax }) : null
  return {
    condition: {
      ...(ids && { tokenIds: ids.length > 0 ? ids : [noToken] }),
      ...(model && { modelName: model }),
      ...(group && { groupName: group }),
      ...(channel && { channelId: channel }),
    },
    ...(only && { only }),
  }
}

function parseOnly(type: number): CallFilter['only'] {
  if (type === 0) return undefined
  if (type === logType.consume) return 'charged'
  if (type === logType.error) return 'failed'
  throw wrongParameter('type')
}

/** The sum less what the filter leaves out. A stream that was cut and charged is a charged call and a failed one. */
export function maskSum(sum: CallSum, { only }: CallFilter): CallSum {
  if (only === 'charged') return { ...sum, errors: sum.charged_calls - sum.calls }
  if (only === undefined) return sum
  return { ...sum, ...noDataSums(), ...noFirstTokens, errors: sum.errors }
}
