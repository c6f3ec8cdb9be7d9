import { isSecret } from '@sluice/contract/options/registry'
import { isRecord } from '@sluice/contract/read-json'
import type { OptionKey } from '../state/option-registry.ts'
import { formatOption } from '../state/option-values.ts'
import type { AuditEntry } from './record-audit.ts'

/**
 * The line of the audit trail for a changed option. It contains no secrets, and of a table only the entries that
 * differ, because a price table has thousands of them.
 */
export function describeChange(
  action: string,
  key: OptionKey,
  { before, after }: { before: unknown; after: unknown },
): AuditEntry {
  const line = { action, objectType: 'option', objectId: key }
  if (isSecret(key)) return line
  if (!isRecord(before) || !isRecord(after))
    return { ...line, before: formatOption(key, before), after: formatOption(key, after) }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const differing = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return { ...line, before: pick(before, differing), after: pick(after, differing) }
}

const pick = (table: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(table, name)).map((name) => [name, table[name]]))
