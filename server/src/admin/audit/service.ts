import type { AuditLine } from '@sluice/contract/audit'
import type { Language } from '../../platform/accepted-language.ts'
import type { Services } from '../../services.ts'
import { type AuditFilter, countAuditLogs, listAuditLogs } from '../../store/audit-logs.ts'
import type { Slice } from '../../store/channels.ts'
import { readCounted } from '../../store/count-rows.ts'
import { type Listed, totalOf } from '../answer.ts'
import { buildAuditLine } from '../build-audit-line.ts'
import { auditRowFor, type Reader } from '../hidden-overrides.ts'

/** The audit trail, newest first, with its reasons in `language`. */
export async function listAuditLines(
  { reports }: Services<'reports'>,
  filter: AuditFilter,
  { reader, language, ...slice }: Slice & { reader: Reader; language: Language },
): Promise<Listed<AuditLine>> {
  const { rows, count } = await readCounted(slice, {
    list: () => listAuditLogs(reports, filter, slice),
    countUpTo: (most) => countAuditLogs(reports, filter, most),
  })
  return { items: rows.map((row) => buildAuditLine(auditRowFor(reader, row), language)), ...totalOf(count) }
}
