import { z } from 'zod'
import { auditLine } from '../audit.ts'
import { pagedListOf } from '../envelope.ts'
import { pageQuery, spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { route } from '../route.ts'

const text = (max: number) => z.string().trim().max(max).optional()
/** Empty values count as absent: forms send blank fields. */
export const auditQuery = z.object({
  ...pageQuery,
  action: text(128),
  actor_id: queryNumber,
  actor_name: text(64),
  object_type: text(64),
  object_id: text(255),
  ...spanQuery,
})

export const auditRoutes = {
  'GET /api/audit/': route({
    access: 'admin',
    summary: 'The audit trail, newest first',
    query: auditQuery,
    data: pagedListOf(auditLine),
  }),
}
