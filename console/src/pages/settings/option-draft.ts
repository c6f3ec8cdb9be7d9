import type { OptionEntry } from '@sluice/contract/option'
import type { CardSpec, OptionField } from './option-field.ts'
import { compactJson, indentJson } from './option-json.ts'

/** The server's last state: every option except secrets, which secrets are set, and who may write. */
export interface OptionSnapshot {
  values: Readonly<Record<string, string>>
  secretsSet: readonly string[]
  /** Options that only the super administrator may write. */
  rootOnly: readonly string[]
}

/** Input since then, by option; other options are as loaded. */
export type OptionDraft = Readonly<Record<string, string>>

/** A loaded value in the form of its field. */
export function shownValue(field: OptionField, stored: string | undefined): string {
  if (field.kind === 'secret') return ''
  return field.kind === 'json' ? indentJson(stored ?? '') : (stored ?? '')
}

export const currentValue = (key: string, field: OptionField, { values }: OptionSnapshot, draft: OptionDraft): string =>
  draft[key] ?? shownValue(field, values[key])

export function sentValue(field: OptionField, text: string): string {
  switch (field.kind) {
    case 'address':
      return field.isExact ? text.trim() : text.trim().replace(/\/+$/, '')
    case 'text':
      return text.trim()
    case 'number':
      return roundTo(field.decimals, text.trim())
    case 'secret':
    case 'switch':
    case 'choice':
    case 'lines':
    case 'json':
      return text
  }
}

const roundTo = (decimals: number | undefined, text: string): string =>
  decimals === undefined || text === '' || !Number.isFinite(Number(text))
    ? text
    : String(Number(Number(text).toFixed(decimals)))

/** Whether two texts mean the same: `7.30` is 7.3, and white space in JSON has no meaning. */
function comparable(field: OptionField, text: string): string {
  const sent = sentValue(field, text)
  if (field.kind === 'number') return sent === '' ? '' : String(Number(sent))
  return field.kind === 'json' ? compactJson(sent) : sent
}

export function isChanged(field: OptionField, stored: string | undefined, text: string): boolean {
  if (field.kind === 'secret') return text !== ''
  if (field.kind === 'number' && field.isOptional && text.trim() === '') return false
  return comparable(field, text) !== comparable(field, stored ?? '')
}

/** The changed options of `card`, as they are sent, in the card's order. */
export function changesOf(card: CardSpec, snapshot: OptionSnapshot, draft: OptionDraft): OptionEntry[] {
  return Object.entries(card.options).flatMap(([key, field]) => {
    const text = draft[key]
    if (text === undefined || !isChanged(field, snapshot.values[key], text)) return []
    return [{ key, value: sentValue(field, text) }]
  })
}

/** The snapshot after `entries` are stored. The text of a secret is not kept. */
export function withSaved(
  snapshot: OptionSnapshot,
  entries: readonly OptionEntry[],
  isSecret: (key: string) => boolean,
): OptionSnapshot {
  const values = { ...snapshot.values }
  const secrets = new Set(snapshot.secretsSet)
  for (const { key, value } of entries) {
    if (!isSecret(key)) values[key] = value
    else if (value === '') secrets.delete(key)
    else secrets.add(key)
  }
  return { ...snapshot, values, secretsSet: [...secrets] }
}

/** The default as its field shows it; null = a secret, or a table that the server provides. */
export function defaultTextOf(field: OptionField): string | null {
  if (field.kind === 'secret' || field.default === null) return null
  return shownValue(field, field.format(field.default))
}
