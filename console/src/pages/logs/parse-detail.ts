import { parseRecord } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import type { UsageLog, UsageLogDetail } from '@sluice/contract/usage-log'

/** The text `other` of a row; empty when there is none or it cannot be read. */
const parseDetail = ({ other }: Pick<UsageLog, 'other'>): UsageLogDetail => parseRecord(other) ?? {}

/** A row together with its detail, read once. */
export interface LogRow extends UsageLog {
  detail: UsageLogDetail
}

export const buildLogRow = (row: UsageLog): LogRow => ({ ...row, detail: parseDetail(row) })

/** Rows about a call have a channel, token, model, tokens and cost; the others are a sentence. */
export const isCall = ({ type }: Pick<UsageLog, 'type'>): boolean =>
  type === logType.consume || type === logType.error || type === logType.all

/** Milliseconds of the whole call; older rows know whole seconds only. */
export const totalMsOf = ({ detail, use_time }: LogRow): number => detail.total_ms ?? use_time * 1000

/** Milliseconds to the first word; null for answers that came in one piece. */
export const firstWordMsOf = ({ detail }: LogRow): number | null =>
  detail.frt === undefined || detail.frt < 0 ? null : detail.frt

/** The channels a call went to, in order; empty for those who may not see them. */
export const channelPathOf = ({ detail }: LogRow): string[] => detail.admin_info?.use_channel ?? []
