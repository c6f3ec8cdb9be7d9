/** Filters of the audit trail as they stand in the URL; the names are the API's. Times in seconds, 0 = no bound. */
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

/** What the call is asked for; the opened row is no part of it. */
export const askedBy = ({ open: _, ...filters }: AuditFilters) => filters

/** How many filters are set, the time counting once. */
export function countFilters(filters: AuditFilters): number {
  const { start_timestamp: start, end_timestamp: end, ...texts } = askedBy(filters)
  return [start > 0 || end > 0, ...Object.values(texts).map((text) => text !== '')].filter(Boolean).length
}
