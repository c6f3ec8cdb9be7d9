import { hasRight } from '@sluice/contract/admin-rights'
import type { Channel } from '@sluice/contract/channel'
import { parseRecord } from '@sluice/contract/read-json'
import type { ConsoleCaller } from '../identity/console-caller.ts'
import type { AuditLogRow } from '../store/schema.ts'

export type Reader = Pick<ConsoleCaller, 'role' | 'withheldRights'>

/** Fields that often contain credentials. */
const overrides = ['header_override', 'param_override'] as const

const mayRead = (reader: Reader): boolean => hasRight(reader, 'channel.sensitive_write')

/** The channel for this reader: without `channel.sensitive_write` the overrides are ''. */
export const channelFor = (reader: Reader, channel: Channel): Channel =>
  mayRead(reader) ? channel : { ...channel, header_override: '', param_override: '' }

/** A write of this account. Without the right, a blank override is the one that was shown, and changes nothing. */
export function withoutHidden<T extends { [K in (typeof overrides)[number]]?: string | null | undefined }>(
  writer: Reader,
  write: T,
): T {
  if (mayRead(writer)) return write
  const kept = { ...write }
  for (const name of overrides) if (!kept[name]) delete kept[name]
  return kept
}

/** A line of the audit trail for this reader: without the right, the values of overrides are left out. */
export function auditRowFor(reader: Reader, row: AuditLogRow): AuditLogRow {
  if (row.object_type !== 'channel' || mayRead(reader)) return row
  return { ...row, before: withoutOverrides(row.before), after: withoutOverrides(row.after) }
}

function withoutOverrides(text: string | null): string | null {
  const values = parseRecord(text ?? '')
  if (!values || !overrides.some((name) => Object.hasOwn(values, name))) return text
  const { header_override, param_override, ...others } = values
  return JSON.stringify(others)
}
