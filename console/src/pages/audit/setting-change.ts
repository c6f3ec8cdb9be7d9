import type { AuditLine } from '@sluice/contract/audit'
import { isOptionKey, isSecret, type OptionKey, optionOf } from '@sluice/contract/options/registry'
import { isRecord, parseJson } from '@sluice/contract/read-json'

type Table = Readonly<Record<string, unknown>>

/** Both values of a setting: whole texts, or the entries of a table that differ. */
export type SettingValues =
  | { kind: 'text'; before: string; after: string }
  | { kind: 'table'; before: Table; after: Table }

/** What a line says of a setting. */
export type SettingChange = { key: OptionKey } & (
  | { kind: 'secret' }
  | { kind: 'switch'; isOn: boolean }
  | { kind: 'value'; before: string; after: string }
  | { kind: 'entries'; names: string[] }
  /** Values that are too long for a sentence, or were not kept in full. */
  | { kind: 'other' }
)

/** null for lines about other objects, and about options of another version. */
export function settingChangeOf(line: AuditLine): SettingChange | null {
  const key = settingOf(line)
  if (key === null) return null
  if (isSecret(key)) return { key, kind: 'secret' }
  const values = settingValuesOf(line)
  if (values === null) return { key, kind: 'other' }
  const { before, after } = values
  if (values.kind === 'table') return { key, kind: 'entries', names: namesOf(values) }
  if (optionOf(key).kind === 'switch') return { key, kind: 'switch', isOn: after === 'true' }
  const isShort = [values.before, values.after].every(fitsSentence)
  return isShort ? { key, kind: 'value', before: String(before), after: String(after) } : { key, kind: 'other' }
}

/** The setting of a line; null if it concerns something else. */
export const settingOf = ({ object_type, object_id }: AuditLine): OptionKey | null =>
  object_type === 'option' && isOptionKey(object_id) ? object_id : null

/** null if the line does not have both values in full. */
export function settingValuesOf({ before, after }: AuditLine): SettingValues | null {
  if (before === null || after === null) return null
  const [from, to] = [parseJson(before), parseJson(after)]
  if (typeof from === 'string' && typeof to === 'string') return { kind: 'text', before: from, after: to }
  if (isWhole(from) && isWhole(to)) return { kind: 'table', before: from, after: to }
  return null
}

/** The entries that differ. */
export const namesOf = ({ before, after }: Extract<SettingValues, { kind: 'table' }>): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
]

/** The beginning of a long value is stored as `{cut}`. */
const isWhole = (value: unknown): value is Table =>
  isRecord(value) && !(Object.keys(value).length === 1 && typeof value.cut === 'string')

const sentenceCharacters = 40

const fitsSentence = (text: string): boolean => text.length <= sentenceCharacters && !/^\s*[[{]|\n/.test(text)
