import type { AuditLine } from '@sluice/contract/audit'
import type { Language } from '../../platform/accepted-language.ts'
import type { Services } from '../../services.ts'
import { type AuditFilter, countAuditLogs, listAuditLogs } from '../../store/audit-logs.ts'
import type { Slice } from '../../store/channels.ts'
import { buildAuditLine } from '../build-audit-line.ts'
import { auditRowFor, type Reader } from '../hidden-overrides.ts'

/** The audit trail, newest first, with its reasons in `language`. */
export async function listAuditLines(
  { db }: Services<'db'>,
  filter: AuditFilter,
  { reader, language, ...slice }: Slice & { reader: Reader; language: Language },
): Promise<{ items: AuditLine[]; total: number }> {
  const [rows, total] = await Promise.all([listAuditLogs(db, filter, slice), countAuditLogs(db, filter)])
  return { items: rows.map((row) => buildAuditLine(auditRowFor(reader, row), language)), total }
}
