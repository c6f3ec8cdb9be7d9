import { parseRecord } from '@sluice/contract/read-json'
import { isOneOf } from '@sluice/contract/typed-keys'
import { operatorFields, type UsageLog } from '@sluice/contract/usage-log'
import { toSeconds } from '../../core/to-seconds.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import { type ContentReader, contentIn } from './content-in.ts'
import { withRouteReasons } from './route-reasons.ts'

/** A row as administrators see it. */
export const buildUsageLog = (
  row: UsageLogRow,
  { channelName, ...reader }: ContentReader & { channelName: string },
): UsageLog => ({
  id: row.id,
  user_id: row.user_id,
  created_at: toSeconds(row.created_at),
  type: row.type,
  content: contentIn(row, reader),
  username: row.username,
  token_name: row.token_name,
  model_name: row.model_name,
  quota: row.quota,
  prompt_tokens: row.prompt_tokens,
  completion_tokens: row.completion_tokens,
  use_time: Math.round(row.use_time_ms / 1000),
  is_stream: row.is_stream !== 0,
  channel: row.channel_id,
  channel_name: channelName,
  token_id: row.token_id,
  group: row.group_name,
  request_id: row.request_id,
  other: withRouteReasons(row.detail),
})

/** A row for its own account, without the channel and the routing of the call, as in the lists of tasks. */
export const buildOwnUsageLog = (row: UsageLogRow, reader: ContentReader): UsageLog => ({
  ...buildUsageLog(row, { ...reader, channelName: '' }),
  channel: 0,
  other: withoutOperatorFields(row.detail),
})

function withoutOperatorFields(detail: string): string {
  const parsed = parseRecord(detail)
  // Unreadable text may contain anything, including data that users must not see.
  if (parsed === null) return ''
  const kept = Object.entries(parsed).filter(([field]) => !isOneOf(operatorFields, field))
  return JSON.stringify(Object.fromEntries(kept))
}
