import { writeEntryNote } from './entry-note.ts'
import type { LedgerEntryRequest } from './ledger.ts'
import type { PostOperation } from './operations.ts'

/** The operation that writes an entry. */
export const buildPost = (entry: LedgerEntryRequest, at: number): PostOperation => {
  const { ref, userId, kind: entryKind, amount, note, row = null, source, refunds, mustBeCovered } = entry
  return {
    kind: 'post',
    ref,
    userId,
    entryKind,
    amount,
    note: writeEntryNote(note),
    row,
    at,
    source,
    refunds,
    mustBeCovered,
  }
}
