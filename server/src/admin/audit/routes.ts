import type { auditQuery } from '@sluice/contract/routes/audit'
import type { z } from 'zod'
import { languageOf } from '../../platform/accepted-language.ts'
import type { AuditFilter } from '../../store/audit-logs.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { listAuditLines } from './service.ts'

export function mountAuditRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/audit/', async ({ query, caller, raw }) => {
    const page = parsePage(query)
    const { offset, limit } = page
    const slice = { offset, limit, reader: caller, language: languageOf(raw.headers, caller) }
    return pagedList(await listAuditLines(deps, parseAuditQuery(query), slice), page)
  })
}

/** Times on the wire are seconds; the last second is included. */
function parseAuditQuery(query: z.output<typeof auditQuery>): AuditFilter {
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
