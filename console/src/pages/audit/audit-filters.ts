import { countSet } from '../../lib/time-filter.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'

/** Filters of the audit trail in the URL; the names are the API's. Times in seconds, 0 = no bound. */
export const auditFilterDefaults = {
  actor_name: '',
  action: '',
  object_type: '',
  object_id: '',
  start_timestamp: 0,
  end_timestamp: 0,
  /** The opened row. Not a filter: changing it keeps the page. */
  open: 0,
}
export type AuditFilters = typeof auditFilterDefaults
export type AuditSearch = ListSearchOf<typeof auditFilterDefaults>

/** The query of the call, without the opened row. */
export const withoutOpenRow = ({ open: _, ...filters }: AuditFilters) => filters

/** The number of set filters; the time counts once. */
export const countFilters = (filters: AuditFilters): number => countSet(withoutOpenRow(filters))
