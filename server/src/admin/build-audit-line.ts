import type { AuditLine } from '@sluice/contract/audit'
import { channelReasonOr } from '../core/channel-reason.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { AuditLogRow } from '../store/schema.ts'

/** Times on the wire are seconds. */
export const buildAuditLine = (row: AuditLogRow, language: Language): AuditLine => ({
  ...row,
  after: row.after !== null && isAutomatic(row) ? withReasonIn(language, row.after) : row.after,
  created_at: toSeconds(row.created_at),
})

const isAutomatic = ({ action }: AuditLogRow): boolean => action.startsWith('channel.auto_')

/** Automatic actions have their reason as data: the message is written in the reader's language. */
function withReasonIn(language: Language, after: string): string {
  const { reason_data: data, ...shown } = parseStored<{ reason?: string; reason_data?: unknown }>(after)
  return JSON.stringify({ ...shown, reason: channelReasonOr(shown.reason ?? '', data, language) })
}
