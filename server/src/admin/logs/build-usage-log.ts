import type { UsageLog } from '@sluice/contract/usage-log'
import type { OperatorColumns } from '@sluice/contract/usage-log-readers'
import { toSeconds } from '../../core/to-seconds.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import { type ContentReader, contentIn } from './content-in.ts'
import { withRouteReasons } from './route-reasons.ts'
import { shownDetail } from './shown-detail.ts'

/** What everyone may see of a row who may see it at all. */
export const buildCallFacts = (row: UsageLogRow) => ({
  id: row.id,
  created_at: toSeconds(row.created_at),
  type: row.type,
  model_name: row.model_name,
  quota: row.quota,
  prompt_tokens: row.prompt_tokens,
  completion_tokens: row.completion_tokens,
  use_time: Math.round(row.use_time_ms / 1000),
  is_stream: row.is_stream !== 0,
  group: row.group_name,
  request_id: row.request_id,
})

/** A row as administrators see it. */
export const buildUsageLog = (
  row: UsageLogRow,
  { channelName, ...reader }: ContentReader & { channelName: string },
): UsageLog => ({
  ...buildCallFacts(row),
  user_id: row.user_id,
  content: contentIn(row, reader),
  username: row.username,
  token_name: row.token_name,
  channel: row.channel_id,
  channel_name: channelName,
  token_id: row.token_id,
  client: row.client,
  other: withRouteReasons(row.detail),
})

const hiddenColumns: OperatorColumns = { channel: 0, channel_name: '' }

/** A row for its own account, without the channel and the routing of the call, as in the lists of tasks. */
export const buildOwnUsageLog = (row: UsageLogRow, reader: ContentReader): UsageLog => ({
  ...buildUsageLog(row, { ...reader, channelName: '' }),
  ...hiddenColumns,
  other: shownDetail(row.detail, 'owner'),
})
