import type { LogNote } from '@sluice/contract/log-notes'
import type { TopupReversal } from '@sluice/contract/topup'

/** Why an entry stands in the ledger, as data. What people read about it is the usage row written with it. */
export type EntryNote =
  | { code: 'set_up' | 'invitation_earnings'; params: Record<string, never> }
  | { code: 'adjusted_by'; params: { user: number } }
  | { code: 'redemption_code'; params: { id: number } }
  | { code: 'task_failed'; params: { id: number } }
  | { code: 'checkin'; params: { day: string } }
  | { code: 'order'; params: { order: string } }
  | { code: 'order_reversal'; params: { order: string; state: TopupReversal } }
  | LogNote

/** JSON, as the column keeps it; entries of older versions hold English words there. */
export const writeEntryNote = (note: EntryNote | undefined): string =>
  note === undefined ? '' : JSON.stringify(note)
