import type { Generated } from 'kysely'

export interface UsageLogsTable {
  id: Generated<number>
  user_id: number
  /** Milliseconds; the wire shows seconds. */
  created_at: number
  /** 1 top-up, 2 consumption, 3 management, 4 system, 5 error. */
  type: number
  username: string
  token_id: number
  token_name: string
  channel_id: number
  model_name: string
  group_name: string
  /** What the user paid. */
  quota: number
  /** The same before group discounts. */
  list_quota: number
  /** What the upstream charges the operator; 0 where unknown. */
  cost_quota: number
  cost_known: Generated<number>
  prompt_tokens: number
  completion_tokens: number
  use_time_ms: number
  is_stream: number
  request_id: string
  content: string
  /** JSON text, contract `UsageLogDetail`. */
  detail: string
}

/**
 * Usage summed by the hour, whether or not rows are kept; written with the settlements ($). A refund lowers the hour
 * in which it is given.
 */
export interface UsageHoursTable {
  /** Milliseconds of its beginning. */
  hour: number
  user_id: number
  /** 0 = without a token. */
  token_id: number
  /** 0 = refused before any channel; `model_name` is then ''. */
  channel_id: number
  group_name: string
  model_name: string
  /** Charged calls, including those that cost nothing. */
  calls: number
  /** Error rows. */
  errors: number
  quota: number
  list_quota: number
  /** Of the calls whose cost is known: the cost, the number of calls, and what they were charged. */
  cost_quota: number
  cost_known_calls: number
  cost_known_quota: number
  prompt_tokens: number
  completion_tokens: number
  use_time_ms: number
}

/** How far work on the usage log has come: the last row it looked at. */
export interface LogPositionsTable {
  name: string
  at: number
  id: number
}
