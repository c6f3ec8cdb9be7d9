import type { Span } from './time-spans.ts'

/** The columns that are added up. */
export const hourAmounts = [
  'calls',
  'errors',
  'quota',
  'list_quota',
  'cost_quota',
  'cost_known_calls',
  'cost_known_quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time_ms',
] as const
export type HourAmount = (typeof hourAmounts)[number]

/** Selects the hours that begin in the span. */
export interface UsageHourFilter extends Span {
  userId?: number | undefined
  /** Any of these. */
  tokenIds?: readonly number[] | undefined
  channelId?: number | undefined
  groupName?: string | undefined
  /** `%` matches any text. */
  modelName?: string | undefined
}

export type HourGroup = 'user_id' | 'token_id' | 'channel_id' | 'group_name' | 'model_name'

/** The dimensions of sums. */
export interface HourGrouping {
  columns: readonly HourGroup[]
  /** Steps of time, of which one begins at `offsetMs`; null = the whole span is one. */
  step: { lengthMs: number; offsetMs: number } | null
  /** The requested columns; absent = all. The embedded database sorts whole rows to group them: fewer are faster. */
  amounts?: readonly HourAmount[]
}
