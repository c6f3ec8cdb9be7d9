import type { ListSearchOf } from '../../lib/url-state.ts'

/** Filters of the audit trail in the URL; the names are the API's. Times in seconds, 0 = no bound. */
export const auditFilterDefaults = {
  actor_name: '',
  action: '',
  object_type: '',
  object_id: '',
  start_timestamp: 0,
  end_timestamp: 0,
}
export type AuditSearch = ListSearchOf<typeof auditFilterDefaults & { open: string }>
