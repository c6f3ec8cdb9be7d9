import type { auditQuery } from '@sluice/contract/routes/audit'
import type { z } from 'zod'
import type { AuditFilter } from '../../store/audit-logs.ts'

/** The wire counts in seconds; the second that is named last belongs to the span. */
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
