import type { CallFilters } from '../../lib/call-filters.ts'

/** The address of the usage log for calls of the dashboard. Times in seconds. */
export interface LogSearch extends Partial<CallFilters> {
  start_timestamp: number
  end_timestamp?: number
  client?: string
  /** The key of a row that opens. */
  open?: string
}

/** The search without the values that the log has anyway, so that links stay short. */
export const shortSearch = (search: LogSearch): LogSearch =>
  // Only absent values are left out.
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '' && value !== 0)) as unknown as LogSearch
