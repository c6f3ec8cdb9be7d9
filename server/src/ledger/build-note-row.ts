import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { WrittenNote } from '../state/write-note.ts'
import type { UsageRow } from './ledger.ts'

export interface Note {
  /** `logType` of the note: 1 top-up, 3 management, 4 system. */
  type: number
  userId: number
  username: string
  groupName: string
  text: WrittenNote
  /** Milliseconds. */
  at: number
  requestId: string
  /**
   * The charge that a refund returns: the row is found by its filters, and its negative amount reduces sums of
   * spending.
   */
  refunds?: { amount: number; tokenId: number | null; tokenName: string; channelId: number; modelName: string }
}

/** A usage row that is no call. It describes an event and moves no money itself. */
export const buildNoteRow = (note: Note): UsageRow => ({
  user_id: note.userId,
  created_at: note.at,
  type: note.type,
  username: note.username,
  token_id: note.refunds?.tokenId ?? 0,
  token_name: note.refunds?.tokenName ?? '',
  channel_id: note.refunds?.channelId ?? 0,
  model_name: note.refunds?.modelName ?? '',
  group_name: note.groupName,
  quota: note.refunds ? -note.refunds.amount : 0,
  list_quota: 0,
  cost_quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time_ms: 0,
  is_stream: 0,
  request_id: note.requestId,
  content: note.text.content,
  detail: JSON.stringify({ note: note.text.note } satisfies UsageLogDetail),
})
