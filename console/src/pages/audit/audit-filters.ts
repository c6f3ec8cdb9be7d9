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

/** `2026-11-20T09:05` in local time, as the browser's own field for a moment wants it; '' for no bound. */
export function localMinute(seconds: number): string {
  if (seconds <= 0) return ''
  const date = new Date(seconds * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Back to seconds; 0 when the field was emptied. */
export const secondsOfLocalMinute = (text: string): number =>
  text === '' ? 0 : Math.floor(new Date(text).getTime() / 1000)
