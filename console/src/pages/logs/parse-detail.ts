import { parseRecord } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import type { UsageLog, UsageLogDetail } from '@sluice/contract/usage-log'

/** The parsed text `other` of a row; empty if it is absent or unreadable. */
const parseDetail = ({ other }: Pick<UsageLog, 'other'>): UsageLogDetail => parseRecord(other) ?? {}

/** A row together with its detail, parsed once. */
export interface LogRow extends UsageLog {
  detail: UsageLogDetail
}

export const buildLogRow = (row: UsageLog): LogRow => ({ ...row, detail: parseDetail(row) })

/** Rows about a call have a channel, token, model, tokens and cost; the others are a message. */
export const isCall = ({ type }: Pick<UsageLog, 'type'>): boolean =>
  type === logType.consume || type === logType.error || type === logType.all

/** Milliseconds of the whole call; older rows have only whole seconds. */
export const totalMsOf = ({ detail, use_time }: LogRow): number => detail.total_ms ?? use_time * 1000

/** Milliseconds to the first token; null for answers in one piece. */
export const firstTokenMsOf = ({ detail }: LogRow): number | null =>
  detail.frt === undefined || detail.frt < 0 ? null : detail.frt

/** The channels of a call, in order; empty for readers who may not see them. */
export const channelPathOf = ({ detail }: LogRow): string[] => detail.admin_info?.use_channel ?? []
