import type { LogNote } from '@sluice/contract/log-notes'
import type { TopupReversal } from '@sluice/contract/topup'
import type { UsageRow } from '../store/usage-row.ts'

/** What the usage row of a checkpoint added to the sums, beside its charge. */
export type CheckpointAmounts = Pick<
  UsageRow,
  'list_quota' | 'cost_quota' | 'cost_known' | 'prompt_tokens' | 'completion_tokens'
> & {
  /** Absent or null = unknown, as in the notes of earlier versions. */
  cache_read_tokens?: number | null
  cache_write_tokens?: number
}

/** The reason of a ledger entry, as data. People read the usage row that is written with it. */
export type EntryNote =
  | { code: 'set_up' | 'imported' | 'invitation_earnings'; params: Record<string, never> }
  // The reason in the administrator's words, for administrators alone.
  | { code: 'adjusted_by'; params: { user: number; reason?: string } }
  | { code: 'redemption_code'; params: { id: number } }
  | { code: 'task_failed' | 'task_settled'; params: { id: number } }
  | { code: 'batch_over' | 'response_over'; params: { id: number } }
  | { code: 'checkin'; params: { day: string } }
  | { code: 'order'; params: { order: string } }
  | { code: 'order_reversal'; params: { order: string; state: TopupReversal } }
  // The charge of a last checkpoint; null = it had no usage row.
  | { code: 'recovered'; params: CheckpointAmounts | null }
  // The difference between such a charge and the whole one.
  | { code: 'corrected'; params: { of: string } }
  // A charge that the database refused.
  | { code: 'uncharged'; params: { charge: number } }
  | LogNote

/** JSON in the column. */
export const writeEntryNote = (note: EntryNote | undefined): string => (note === undefined ? '' : JSON.stringify(note))
