import { pagedListOf } from '@sluice/contract/envelope'
import { z } from 'zod'
import { countAuditLogs, listAuditLogs } from '../../store/audit-logs.ts'
import type { AuditLogRow } from '../../store/schema.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { pageQuery, parsePage } from '../paging.ts'

const auditLine = z.object({
  id: z.number(),
  created_at: z.number(),
  actor_id: z.number(),
  actor_name: z.string(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  ip: z.string(),
  request_id: z.string(),
})

const auditQuery = z.object({
  ...pageQuery,
  action: z.string().max(64).default(''),
  actor_id: z.coerce.number().int().min(0).optional(),
})

export function mountAuditRoutes(api: AdminApi, { db }: AdminDependencies): void {
  api.route(
    'GET /api/audit/',
    { summary: 'What administrators did, newest first', query: auditQuery, data: pagedListOf(auditLine) },
    async ({ query }) => {
      const page = parsePage(query, { first: 1, sizeParam: 'page_size' })
      const filter = { action: query.action, actorId: query.actor_id ?? null }
      const [rows, total] = await Promise.all([listAuditLogs(db, filter, page), countAuditLogs(db, filter)])
      return pagedList(rows.map(buildAuditLine), total, page)
    },
  )
}

/** The wire counts in seconds. */
const buildAuditLine = (row: AuditLogRow): z.output<typeof auditLine> => ({
  ...row,
  created_at: Math.floor(row.created_at / 1000),
})
