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
}

/** A usage row that belongs to no call. It describes an event and moves no money itself. */
export const buildNoteRow = (note: Note): UsageRow => ({
  user_id: note.userId,
  created_at: note.at,
  type: note.type,
  username: note.username,
  token_id: 0,
  token_name: '',
  channel_id: 0,
  model_name: '',
  group_name: note.groupName,
  quota: 0,
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
