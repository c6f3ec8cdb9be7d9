import { firstTokenMs } from '@sluice/contract/first-token'
import { logType } from '@sluice/contract/roles'
import type { UsageLog, UsageLogDetail } from '@sluice/contract/usage-log'
import { parseDetail } from '../../lib/log-detail.ts'

/** A row together with its detail, parsed once. */
export interface LogRow extends UsageLog {
  detail: UsageLogDetail
  /** Another row of the page belongs to the same call: a stream that was cut has its error and its charge. */
  isShared?: true
}

export const buildLogRow = (row: UsageLog): LogRow => ({ ...row, detail: parseDetail(row) })

/** The rows of a page, with a mark on those of the same call. */
export function buildLogRows(items: readonly UsageLog[]): LogRow[] {
  const byRequest = Map.groupBy(items.filter(isCall), ({ request_id }) => request_id)
  return items.map((item) => {
    const row = buildLogRow(item)
    const isShared = isCall(item) && item.request_id !== '' && (byRequest.get(item.request_id)?.length ?? 0) > 1
    return isShared ? { ...row, isShared } : row
  })
}

/** Rows about a call have a channel, token, model, tokens and cost; the others are a message. */
export const isCall = ({ type }: Pick<UsageLog, 'type'>): boolean =>
  type === logType.consume || type === logType.error || type === logType.all

/** A call that failed or was refused. */
export const isFailed = ({ type }: Pick<UsageLog, 'type'>): boolean => type === logType.error

/** Milliseconds of the whole call; imported rows have only whole seconds. */
export const totalMsOf = ({ detail, use_time }: LogRow): number => detail.total_ms ?? use_time * 1000

/** Milliseconds to the first token; null for answers in one piece. */
export const firstTokenMsOf = ({ is_stream, detail }: LogRow): number | null => firstTokenMs(is_stream, detail)

/** The channels of a call, in order; empty for readers who may not see them. */
export const channelPathOf = ({ detail }: LogRow): string[] => detail.admin_info?.use_channel ?? []

/** The place of a key; an unreadable one is that of no row. */
export function placeOf(key: string): Pick<UsageLog, 'created_at' | 'id'> {
  const [, created_at, id] = /^(\d{1,12})-(\d{1,15})$/.exec(key) ?? []
  return { created_at: Number(created_at ?? 0), id: Number(id ?? 0) }
}

/** Input tokens that were read from a cache, in whole percent of the input; null = none. */
export function cachedPercentOf({ detail, prompt_tokens }: LogRow): number | null {
  const cached = detail.cache_tokens ?? 0
  return cached > 0 && prompt_tokens > 0 ? Math.round((cached / prompt_tokens) * 100) : null
}

/** The charge of a call, less what its other rows gave back. */
export const chargeOfCall = (row: LogRow, related: readonly LogRow[]): number =>
  [row, ...related].reduce((sum, { type, quota }) => (type === logType.error ? sum : sum + quota), 0)
