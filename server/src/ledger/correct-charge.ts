import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { parseStored } from '../core/json/parse-stored.ts'
import type { UsageRow } from '../store/usage-row.ts'
import { type CheckpointAmounts, type EntryNote, writeEntryNote } from './entry-note.ts'
import type { Operation } from './operations.ts'
import { cacheReadOf, cacheWriteOf } from './usage-hours.ts'

// A process that is considered dead may have delivered answers. Its calls are charged by their last checkpoints; when
// it reports their ends, a correction charges the difference, or returns it.

/** The ref of the entry that corrects the charge `ref`. A call has at most one. */
export const correctionRefOf = (ref: string): string => `${ref}:corrected`

/** The ref of the entry for a charge that the database refused. */
export const lossRefOf = (ref: string): string => `${ref}:uncharged`

/** Records an acknowledged charge that the database refuses; null = the operation is none. */
export function buildLoss(operation: Operation): Operation | null {
  if (operation.kind !== 'settle' || !operation.isAcknowledged || operation.charge === 0) return null
  const { ref, userId, tokenId, channelId, charge, at } = operation
  return { kind: 'record_loss', ref, userId, tokenId, channelId, charge, at }
}

/** The note of a charge by a checkpoint. It has the row's amounts, because usage rows may be moved or deleted. */
export const recoveryNoteOf = (row: UsageRow | null): string =>
  writeEntryNote({ code: 'recovered', params: row && amountsOf(row) })

export const isRecoveryNote = (note: string): boolean => parseRecovery(note) !== undefined

export const correctionNoteOf = (ref: string): string => writeEntryNote({ code: 'corrected', params: { of: ref } })

const amountsOf = (row: UsageRow): CheckpointAmounts => ({
  list_quota: row.list_quota,
  cost_quota: row.cost_quota,
  cost_known: row.cost_known,
  prompt_tokens: row.prompt_tokens,
  completion_tokens: row.completion_tokens,
  cache_read_tokens: cacheReadOf(row),
  cache_write_tokens: cacheWriteOf(row),
})

/** The call's row as if only the difference had been used. `note` is that of the charge by the checkpoint. */
export function buildCorrectionRow(row: UsageRow, note: string, correction: { charge: number; charged: number }) {
  const before = parseRecovery(note) ?? estimateAmounts(row, correction.charged)
  const detail = parseStored<UsageLogDetail>(row.detail === '' ? '{}' : row.detail)
  const { prompt_tokens, completion_tokens } = row
  const corrected: UsageRow = {
    ...row,
    list_quota: row.list_quota - before.list_quota,
    cost_quota: row.cost_quota - before.cost_quota,
    prompt_tokens: prompt_tokens - before.prompt_tokens,
    completion_tokens: completion_tokens - before.completion_tokens,
    use_time_ms: 0,
    is_charged: 1,
    detail: JSON.stringify({
      ...detail,
      end: 'corrected',
      correction: { ...correction, prompt_tokens, completion_tokens },
    } satisfies UsageLogDetail),
  }
  return { row: corrected, before }
}

/** Null = the checkpoint had no row; undefined = the note of another entry. */
function parseRecovery(note: string): CheckpointAmounts | null | undefined {
  if (note === '') return undefined
  const parsed = parseStored<EntryNote>(note)
  return parsed.code === 'recovered' ? parsed.params : undefined
}

/** For a charge by a checkpoint without a row. */
const estimateAmounts = (row: UsageRow, charged: number): CheckpointAmounts => ({
  list_quota: charged,
  cost_quota: row.cost_quota,
  cost_known: row.cost_known,
  prompt_tokens: row.prompt_tokens,
  completion_tokens: row.completion_tokens,
})
