import type { AuditLine } from '@sluice/contract/audit'
import type { OptionWrite } from '@sluice/contract/option'
import { isSecret, type OptionKey, optionOf } from '@sluice/contract/options/registry'
import { parseJson, recordOf } from '@sluice/contract/read-json'
import { namesOf, type SettingValues, settingOf, settingValuesOf } from './setting-change.ts'

export interface Undo {
  key: OptionKey
  values: SettingValues
}

/**
 * What undoes the line; null if nothing can: other actions, secrets, and values that were not kept in full. Nor can a
 * switch be turned on that the settings turn on only after a test.
 */
export function undoOf(line: AuditLine): Undo | null {
  const key = settingOf(line)
  if (key === null || line.action !== 'option.set' || isSecret(key)) return null
  if (isRedacted(line.before) || isRedacted(line.after)) return null
  const values = settingValuesOf(line)
  if (values === null || (optionOf(key).testsBeforeOn && values.before === 'true')) return null
  return { key, values }
}

/** The trail writes stars in place of what looks like a secret. */
const isRedacted = (text: string | null): boolean => text?.includes('***') === true

/**
 * The write that restores the earlier value; of a table only the entries of the line. null if the setting, or one of
 * these entries, was changed since then. `was` lets the server refuse it if that happens before the write.
 */
export function buildUndo({ key, values }: Undo, current: string): OptionWrite | null {
  if (values.kind === 'text') return current === values.after ? { key, value: values.before, was: current } : null
  const table = new Map(Object.entries(recordOf(parseJson(current))))
  for (const name of namesOf(values)) {
    const entryOf = (side: Readonly<Record<string, unknown>>) => (Object.hasOwn(side, name) ? side[name] : undefined)
    if (JSON.stringify(table.get(name)) !== JSON.stringify(entryOf(values.after))) return null
    if (Object.hasOwn(values.before, name)) table.set(name, values.before[name])
    else table.delete(name)
  }
  return { key, value: JSON.stringify(Object.fromEntries(table)), was: current }
}
