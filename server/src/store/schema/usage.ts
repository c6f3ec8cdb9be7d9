import type { Generated } from 'kysely'
import type { UsageAmounts } from '../usage-hour-question.ts'
import type { UsageRow } from '../usage-row.ts'

export interface UsageLogsTable extends UsageRow {
  id: Generated<number>
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
 * The part of `usage_hours` whose calls came from a known program; written with it ($). What it lacks of an hour came
 * from unknown ones, or was counted before there were clients.
 */
export interface UsageClientHoursTable extends UsageHoursTable {
  /** Contract `summedClientOf`; never ''. */
  client: string
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
