import { makeReason } from '@sluice/contract/error-reasons'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { Services } from '../../services.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import { findUsageLog, listUsageLogs } from '../../store/usage-logs.ts'

/** The rows of a call are written when it ends, but the clocks of nodes may differ. */
const besideMs = 600_000
const relatedMax = 20

export interface EntryPlace {
  id: number
  /** In seconds, as in a list. */
  createdAt: number
  /** Absent = of any account. */
  userId?: number | undefined
}

/** A row by its number and time. Throws not_found. */
export async function findEntry(
  { reports, logStore, ledger }: Services<'reports' | 'logStore' | 'ledger'>,
  { id, createdAt, userId }: EntryPlace,
): Promise<UsageLogRow> {
  await ledger.flush()
  const fromAt = createdAt * 1000
  const row = await findUsageLog(reports, { id, fromAt, untilAt: fromAt + 1000 }, logStore)
  if (!row || (userId !== undefined && row.user_id !== userId))
    throw new GatewayError('not_found', { what: makeReason('logEntry') })
  return row
}

/** The other rows of the call of a row. */
export async function listRelated(
  { reports, logStore }: Services<'reports' | 'logStore'>,
  row: UsageLogRow,
): Promise<UsageLogRow[]> {
  const isCall = row.type === logType.consume || row.type === logType.error
  if (!isCall || row.request_id === '') return []
  const filter: UsageLogFilter = {
    userId: row.user_id,
    requestId: row.request_id,
    fromAt: row.created_at - besideMs,
    untilAt: row.created_at + besideMs,
  }
  const bound = { spansMax: 4, rowsPerSpan: 5_000, readMs: 100 }
  const { rows } = await listUsageLogs(reports, filter, { limit: relatedMax }, { bound, moved: logStore })
  return rows.filter(({ id }) => id !== row.id)
}
