import type { auditQuery } from '@sluice/contract/routes/audit'
import type { z } from 'zod'
import type { AuditFilter } from '../../store/audit-logs.ts'

/** Times on the wire are seconds; the last second is included. */
export function parseAuditQuery(query: z.output<typeof auditQuery>): AuditFilter {
  const { start_timestamp: start, end_timestamp: end } = query
  return {
    ...(query.action && { action: query.action }),
    ...(query.actor_id !== undefined && { actorId: query.actor_id }),
    ...(query.actor_name && { actorName: query.actor_name }),
    ...(query.object_type && { objectType: query.object_type }),
    ...(query.object_id && { objectId: query.object_id }),
    ...(start && { fromAt: start * 1_000 }),
    ...(end && { untilAt: (end + 1) * 1_000 }),
  }
}
