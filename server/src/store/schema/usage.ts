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
  /** The charge. */
  quota: number
  /** The charge before group discounts. */
  list_quota: number
  /** The operator's cost at the upstream; 0 if unknown. */
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

/** The amounts of a sum of usage. */
interface UsageAmounts {
  /** Charged calls, including free ones. */
  calls: number
  /** Error rows. */
  errors: number
  quota: number
  list_quota: number
  /** Calls whose cost is known: their cost, number and charges. */
  cost_quota: number
  cost_known_calls: number
  cost_known_quota: number
  prompt_tokens: number
  completion_tokens: number
  use_time_ms: number
}

/**
 * Usage per hour, also if rows are not kept; written with the settlements ($). A refund reduces the hour of the refund.
 */
export interface UsageHoursTable extends UsageAmounts {
  /** Its start in milliseconds. */
  hour: number
  user_id: number
  /** 0 = without a token. */
  token_id: number
  /** 0 = refused before any channel; `model_name` is then ''. */
  channel_id: number
  group_name: string
  model_name: string
}

/**
 * Sums of the hourly sums, so that statistics read few rows (store/usage-sums.ts): per model and per channel of an
 * hour, per account of a day. Written by a job.
 */
export interface UsageSumsTable extends UsageAmounts {
  /** `model`, `channel` or `account`. */
  kind: string
  /** Start of the hour or day (UTC) in milliseconds. */
  at: number
  /** The channel or the account; 0 for models. */
  object_id: number
  /** The model; '' for the others. */
  model_name: string
}

/** The hourly sums of a day (UTC), with the same dimensions. Written by the job of `usage_sums`. */
export interface UsageDaysTable extends Omit<UsageHoursTable, 'hour'> {
  /** Its start in milliseconds. */
  day: number
}

/** Progress of jobs on the usage log: the last row processed. */
export interface LogPositionsTable {
  name: string
  at: number
  id: number
}
