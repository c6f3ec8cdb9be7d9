import type { WrittenNote } from '../state/write-note.ts'
import { buildUsageRow, type UsageRow } from '../store/usage-row.ts'

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
export const buildNoteRow = ({ refunds, ...note }: Note): UsageRow =>
  buildUsageRow({
    user_id: note.userId,
    created_at: note.at,
    type: note.type,
    username: note.username,
    group_name: note.groupName,
    request_id: note.requestId,
    content: note.text.content,
    detail: { note: note.text.note },
    ...(refunds && {
      token_id: refunds.tokenId ?? 0,
      token_name: refunds.tokenName,
      channel_id: refunds.channelId,
      model_name: refunds.modelName,
      quota: -refunds.amount,
    }),
  })
