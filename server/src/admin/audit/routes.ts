import type { AuditLine } from '@sluice/contract/audit'
import type { auditQuery } from '@sluice/contract/routes/audit'
import type { z } from 'zod'
import { channelReasonOr } from '../../core/channel-reason.ts'
import { type Language, languageOf } from '../../platform/accepted-language.ts'
import { type AuditFilter, countAuditLogs, listAuditLogs } from '../../store/audit-logs.ts'
import type { AuditLogRow } from '../../store/schema.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'

export function mountAuditRoutes(api: AdminApi, { db }: AdminDependencies): void {
  api.route('GET /api/audit/', async ({ query, caller, raw }) => {
    const page = parsePage(query)
    const filter = parseFilter(query)
    const [rows, total] = await Promise.all([listAuditLogs(db, filter, page), countAuditLogs(db, filter)])
    const language = languageOf(raw.headers, caller)
    return pagedList(
      rows.map((row) => buildAuditLine(row, language)),
      total,
      page,
    )
  })
}

function parseFilter(query: z.output<typeof auditQuery>): AuditFilter {
  const { start_timestamp: start, end_timestamp: end } = query
  return {
    ...(query.action && { action: query.action }),
    ...(query.actor_id !== undefined && { actorId: query.actor_id }),
    ...(query.actor_name && { actorName: query.actor_name }),
    ...(query.object_type && { objectType: query.object_type }),
    ...(query.object_id && { objectId: query.object_id }),
    ...(start && { fromAt: start * 1_000 }),
    // The second that is named belongs to it.
    ...(end && { untilAt: (end + 1) * 1_000 }),
  }
}

/** The wire counts in seconds. */
const buildAuditLine = (row: AuditLogRow, language: Language): AuditLine => ({
  ...row,
  after: row.after !== null && isOwnDeed(row) ? withReasonIn(language, row.after) : row.after,
  created_at: Math.floor(row.created_at / 1000),
})

const isOwnDeed = ({ action }: AuditLogRow): boolean => action.startsWith('channel.auto_')

/** Automatic actions have their reason as data: the message is written in the reader's language. */
function withReasonIn(language: Language, after: string): string {
  const { reason_data: data, ...shown } = JSON.parse(after) as { reason?: string; reason_data?: unknown }
  return JSON.stringify({ ...shown, reason: channelReasonOr(shown.reason ?? '', data, language) })
}
