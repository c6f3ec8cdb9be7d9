import { quota } from '@sluice/contract/quota'
import { isRecord, listOf, numberOf } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { UsageHours } from '../../ledger/usage-hours.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { buildUsageRow } from '../../store/usage-row.ts'
import { isOneApi } from '../layout.ts'
import type { SourceRow } from '../source-row.ts'
import { type ImportContext, type ImportStep, insertRows } from './step.ts'

/** New API's types that this program does not have: refunds of tasks, and sign-ins. */
const refundType = 6
const types: readonly number[] = [logType.topUp, logType.consume, logType.manage, logType.system, logType.error]

/** The usage log, and the sums of its hours. */
export const usageLogsStep: ImportStep = {
  name: 'usage log',
  table: 'logs',
  async write({ rows, db, context }) {
    const usage = rows.map((row) => buildImportedRow(row, context))
    await insertRows(db, 'usage_logs', usage)
    const hours = new UsageHours()
    for (const row of usage) hours.add(row, row.quota)
    for (const row of rows) if (row.integer('type') === refundType) addRefund(hours, row)
    await addUsageHours(db, hours.sorted())
  },
}

function buildImportedRow(row: SourceRow, { layout }: ImportContext) {
  const kind = row.integer('type')
  const type = types.includes(kind) ? kind : logType.system
  const isCall = type === logType.consume || type === logType.error
  const amount = Math.max(0, row.amount('quota'))
  const quota = isCall ? amount : kind === refundType ? -amount : 0
  const detail = isCall ? detailOf(row) : {}
  const columns = buildUsageRow({
    user_id: row.integer('user_id'),
    created_at: row.seconds('created_at'),
    type,
    username: row.clipped('username', 64),
    token_id: row.integer('token_id'),
    token_name: row.clipped('token_name', 255),
    channel_id: row.integer('channel_id'),
    model_name: row.clipped('model_name', 255),
    group_name: row.clipped('group', 64),
    quota,
    list_quota: listPrice(quota, detail),
    prompt_tokens: Math.max(0, row.integer('prompt_tokens')),
    completion_tokens: Math.max(0, row.integer('completion_tokens')),
    use_time_ms: isOneApi(layout) ? row.integer('elapsed_time') : row.seconds('use_time'),
    is_stream: row.flag('is_stream') ? 1 : 0,
    request_id: row.clipped('request_id', 128),
    content: contentOf(row),
    detail,
  })
  return { id: row.integer('id'), ...columns }
}

/** The text of a row. A refund of a task has no text, but a reason in `other`. */
function contentOf(row: SourceRow): string {
  if (row.text('content') !== '' || row.integer('type') !== refundType) return row.text('content')
  const other = row.json('other')
  const reason = isRecord(other) && typeof other.reason === 'string' ? `: ${other.reason}` : ''
  return `Refund of ${row.amount('quota')} for a task${reason}`
}

/** The charge without the discount of the group. */
function listPrice(quota: number, { group_ratio: ratio }: UsageLogDetail): number {
  return ratio !== undefined && ratio > 0 ? Math.round(quota / ratio) : quota
}

/** Prices and counts of a call that mean the same here. Unknown keys are dropped: some are only for administrators. */
const sharedNumbers = [
  'model_ratio',
  'group_ratio',
  'completion_ratio',
  'model_price',
  'cache_tokens',
  'cache_ratio',
  'cache_creation_tokens',
  'cache_creation_ratio',
  'text_input',
  'text_output',
  'audio_input',
  'audio_output',
  'audio_ratio',
  'audio_completion_ratio',
  'image_ratio',
  'image_output',
  'web_search_call_count',
  'web_search_price',
  'file_search_call_count',
  'file_search_price',
  'frt',
] as const satisfies readonly (keyof UsageLogDetail)[]

function detailOf(row: SourceRow): UsageLogDetail {
  const other = row.json('other')
  if (!isRecord(other)) return {}
  const detail: UsageLogDetail = {}
  for (const name of sharedNumbers) {
    const value = numberOf(other[name])
    if (value !== undefined) detail[name] = value
  }
  const admin = other.admin_info
  const channels = isRecord(admin) ? listOf(admin.use_channel).map(String) : []
  if (channels.length > 0) detail.admin_info = { use_channel: channels }
  return detail
}

/** A refund reduces the hour of the refund. */
function addRefund(hours: UsageHours, row: SourceRow): void {
  const amount = quota(Math.max(0, row.amount('quota')))
  hours.subtractRefund({
    userId: row.integer('user_id'),
    at: row.seconds('created_at'),
    amount,
    refunds: {
      tokenId: row.integer('token_id'),
      channelId: row.integer('channel_id'),
      groupName: row.clipped('group', 64),
      modelName: row.clipped('model_name', 255),
      list: amount,
      cost: null,
    },
  })
}
