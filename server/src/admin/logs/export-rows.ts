import type { CsvCell } from '@sluice/contract/csv'
import { firstTokenMs } from '@sluice/contract/first-token'
import { parseRecord } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import type { UsageLog, UsageLogDetail } from '@sluice/contract/usage-log'
import { isShownTo, type UsageField } from '@sluice/contract/usage-log-readers'
import type { UsageLogRow } from '../../store/schema.ts'

export interface ExportReader {
  isOperator: boolean
  /** Quota of a currency unit now. */
  quotaPerUnit: number
  build(row: UsageLogRow): UsageLog
}

const kinds: Readonly<Record<number, string>> = {
  [logType.topUp]: 'top_up',
  [logType.consume]: 'call',
  [logType.manage]: 'management',
  [logType.system]: 'system',
  [logType.error]: 'failed_call',
}

interface Column {
  name: string
  /** The field that it shows, which decides who has the column. */
  of: UsageField
  /** The same in all rows of an account. */
  operatorOnly?: true
  cell(entry: Entry): CsvCell
}

interface Entry {
  row: UsageLogRow
  shown: UsageLog
  detail: UsageLogDetail
  reader: ExportReader
}

const isCall = ({ type }: UsageLogRow): boolean => type === logType.consume || type === logType.error
const ofCall =
  (cell: Column['cell']): Column['cell'] =>
  (entry) =>
    isCall(entry.row) ? cell(entry) : null

/** A column that is added comes last: programs may read by position. */
const columns: readonly Column[] = [
  { name: 'time', of: 'created_at', cell: ({ row }) => new Date(row.created_at).toISOString() },
  { name: 'kind', of: 'type', cell: ({ row }) => kinds[row.type] ?? String(row.type) },
  { name: 'model', of: 'model_name', cell: ({ row }) => row.model_name },
  { name: 'upstream_model', of: 'upstream_model_name', cell: ({ detail }) => detail.upstream_model_name ?? null },
  { name: 'key', of: 'token_name', cell: ({ row }) => row.token_name },
  { name: 'group', of: 'group', cell: ({ row }) => row.group_name },
  { name: 'input_tokens', of: 'prompt_tokens', cell: ofCall(({ row }) => row.prompt_tokens) },
  { name: 'cached_tokens', of: 'cache_tokens', cell: ofCall(({ detail }) => detail.cache_tokens ?? 0) },
  { name: 'output_tokens', of: 'completion_tokens', cell: ofCall(({ row }) => row.completion_tokens) },
  { name: 'first_token_ms', of: 'frt', cell: ({ row, detail }) => firstTokenMs(row.is_stream !== 0, detail) },
  { name: 'total_ms', of: 'total_ms', cell: ofCall(({ row, detail }) => detail.total_ms ?? row.use_time_ms) },
  { name: 'stream', of: 'is_stream', cell: ofCall(({ row }) => (row.is_stream === 0 ? 'false' : 'true')) },
  { name: 'end', of: 'end', cell: ({ detail }) => detail.end ?? null },
  { name: 'spent', of: 'quota', cell: ({ row, reader }) => row.quota / reader.quotaPerUnit },
  { name: 'spent_quota', of: 'quota', cell: ({ row }) => row.quota },
  { name: 'list_quota', of: 'list_quota', cell: ({ row }) => row.list_quota },
  { name: 'error_code', of: 'error', cell: ({ detail }) => detail.error?.code ?? null },
  { name: 'error_status', of: 'error', cell: ({ detail }) => detail.error?.status ?? null },
  { name: 'message', of: 'content', cell: ({ shown }) => shown.content },
  { name: 'path', of: 'path', cell: ({ detail }) => detail.path ?? null },
  { name: 'request_id', of: 'request_id', cell: ({ row }) => row.request_id },
  { name: 'log_id', of: 'id', cell: ({ row }) => row.id },
  { name: 'account_id', of: 'user_id', operatorOnly: true, cell: ({ row }) => row.user_id },
  { name: 'account', of: 'username', operatorOnly: true, cell: ({ row }) => row.username },
  { name: 'channel_id', of: 'channel', cell: ({ row }) => (row.channel_id === 0 ? null : row.channel_id) },
  { name: 'channel', of: 'channel_name', cell: ({ shown }) => shown.channel_name },
  { name: 'route', of: 'admin_info', cell: ({ detail }) => detail.admin_info?.use_channel?.join(' > ') ?? null },
  {
    name: 'upstream_cost_quota',
    of: 'admin_info',
    cell: ({ row }) => (row.cost_known === 0 ? null : row.cost_quota),
  },
  { name: 'client', of: 'client', cell: ({ row }) => row.client },
  { name: 'upstream_id', of: 'admin_info', cell: ({ detail }) => upstreamIdOf(detail) },
]

const upstreamIdOf = ({ admin_info }: UsageLogDetail): string | null =>
  admin_info?.attempts?.findLast(({ upstream_id }) => upstream_id !== undefined)?.upstream_id ?? null

const columnsOf = ({ isOperator }: Pick<ExportReader, 'isOperator'>): Column[] =>
  columns.filter(({ of, operatorOnly }) => isOperator || (!operatorOnly && isShownTo('owner', of)))

/** The heads of the columns. */
export const exportColumns = (reader: Pick<ExportReader, 'isOperator'>): string[] =>
  columnsOf(reader).map(({ name }) => name)

export function buildExportCells(row: UsageLogRow, reader: ExportReader): CsvCell[] {
  const shown = reader.build(row)
  const detail: UsageLogDetail = parseRecord(shown.other) ?? {}
  return columnsOf(reader).map(({ cell }) => cell({ row, shown, detail, reader }))
}

/** The row as in a list, with its detail as an object. */
export function buildExportObject(row: UsageLogRow, reader: ExportReader): object {
  const { other, ...shown } = reader.build(row)
  return { ...shown, other: parseRecord(other) ?? {} }
}
