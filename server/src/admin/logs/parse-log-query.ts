import { makeReason } from '@sluice/contract/error-reasons'
import { countedRowsMax } from '../../store/count-rows.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import type { UsageLogPlace } from '../../store/usage-logs.ts'
import { type PageQuery, parsePage } from '../paging.ts'
import type { SpanQuery } from '../parse-span.ts'
import { refusedRequest } from '../refused-field.ts'
import { wrongParameter } from '../wrong-parameter.ts'

/** The query parameters of the log routes. Empty and 0 = absent. */
export interface LogQuery extends PageQuery, SpanQuery {
  cursor?: string | undefined
  type?: number | undefined
  username?: string | undefined
  token_name?: string | undefined
  model_name?: string | undefined
  channel?: number | undefined
  group?: string | undefined
  request_id?: string | undefined
  upstream_id?: string | undefined
  client?: string | undefined
  calls_only?: number | undefined
}

/** The filter of an administrator. Times are in seconds, both ends included. */
export function parseLogFilter(query: LogQuery): UsageLogFilter {
  return {
    ...parseOwnLogFilter(query),
    ...present('username', query.username || undefined),
    ...present('channelId', query.channel || undefined),
  }
}

function parseOwnLogFilter(query: LogQuery): UsageLogFilter {
  const from = query.start_timestamp
  const until = query.end_timestamp
  return {
    ...present('type', query.type || undefined),
    ...present('tokenName', query.token_name || undefined),
    ...present('modelName', query.model_name || undefined),
    ...present('groupName', query.group || undefined),
    ...present('requestId', query.request_id || undefined),
    ...present('upstreamId', parseUpstreamId(query.upstream_id ?? '')),
    ...present('client', query.client || undefined),
    ...present('callsOnly', query.calls_only === 1 && !query.type ? true : undefined),
    ...present('fromAt', from ? from * 1000 : undefined),
    ...present('untilAt', until ? (until + 1) * 1000 : undefined),
  }
}

/** The same for an account, which sees its own rows only. */
export const parseUserLogFilter = (query: LogQuery, userId: number): UsageLogFilter => ({
  ...parseOwnLogFilter(query),
  userId,
})

/** The time of one row, in seconds: it selects where the row is searched. */
export function parseEntryTime({ created_at = 0 }: { created_at?: number | undefined }): number {
  if (created_at <= 0) throw wrongParameter('created_at')
  return created_at
}

/** Ids that are logged have these characters. */
function parseUpstreamId(text: string): string | undefined {
  const id = text.trim()
  if (id === '') return undefined
  if (!/^[\w.:/+=-]{1,128}$/.test(id)) throw wrongParameter('upstream_id')
  return id
}

export interface LogSlice {
  page: number
  pageSize: number
  offset: number
  after: UsageLogPlace | undefined
}

/** Pages count from 1. Beyond the counted rows only a cursor works. */
export function parseLogSlice(query: LogQuery): LogSlice {
  const { page, pageSize, offset: counted } = parsePage(query)
  const after = parseCursor(query.cursor ?? '')
  const offset = after === undefined ? counted : 0
  if (offset > countedRowsMax) throw refusedRequest(makeReason('pageTooFar'))
  return { page, pageSize, offset, after }
}

/** Rows for clients that do not page. */
const unpagedRowsMax = 1_000

/** The slice of a caller with only a key: the newest rows, unless it asks for a page. */
export function parseKeyLogSlice(query: LogQuery): LogSlice {
  const { p, page, page_size, ps, size, cursor } = query
  const isPaged = [p, page, page_size, ps, size, cursor || undefined].some((given) => given !== undefined)
  return isPaged ? parseLogSlice(query) : { page: 1, pageSize: unpagedRowsMax, offset: 0, after: undefined }
}

/** `<milliseconds>.<id>`: the last row of the page before. */
export const buildCursor = (place: UsageLogPlace): string => `${place.createdAt}.${place.id}`

export function parseCursor(text: string): UsageLogPlace | undefined {
  if (text === '') return undefined
  const [, createdAt, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  if (createdAt === undefined || id === undefined) throw wrongParameter('cursor')
  return { createdAt: Number(createdAt), id: Number(id) }
}

const present = <K extends keyof UsageLogFilter>(key: K, value: UsageLogFilter[K] | undefined) =>
  value === undefined ? {} : { [key]: value }
