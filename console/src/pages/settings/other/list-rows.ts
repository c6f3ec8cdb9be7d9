import type { OptionKey } from '@sluice/contract/options/registry'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import { reasonOfIssue } from '@sluice/contract/reason-of-issue'
import type { z } from 'zod'

/** One part of an entry of a list. Its label is `lists.<list>.<key>` of locales/settings-other. */
export interface ListPart {
  key: string
  kind: 'line' | 'text' | 'address' | 'slug' | 'choice' | 'time'
  /** For a `choice`, the first is the default; labelled `lists.choice.<key>.<value>`. */
  choices?: readonly string[]
  /** Empty in a new entry, whatever its kind, and not written while it is empty. */
  isOptional?: boolean
  /** Shown in the empty field. */
  example?: string
}

/** An option that holds a JSON list of entries with text parts. */
export interface ListSpec {
  id: 'announcements' | 'faq' | 'addresses' | 'uptime'
  option: OptionKey
  /** The option that shows it. */
  switch: OptionKey
  parts: readonly ListPart[]
  /** The server's schema of an entry. */
  entry: z.ZodObject
  /** Maximum number of entries. */
  max: number
  /** Whether the entries are shown in the operator's order. */
  isOrdered: boolean
}

export type ListRow = Readonly<Record<string, string>>

/** The entries in the text of an option; null if it is anything else. */
export function parseRows(text: string, { parts }: ListSpec): ListRow[] | null {
  const list = text.trim() === '' ? [] : parseJson(text)
  if (!Array.isArray(list) || !list.every(isRecord)) return null
  return list.map((entry) =>
    Object.fromEntries(parts.map(({ key }) => [key, typeof entry[key] === 'string' ? entry[key] : ''])),
  )
}

export function writeRows(rows: readonly ListRow[], { parts }: ListSpec): string {
  const optional = new Set(parts.filter((part) => part.isOptional).map(({ key }) => key))
  return JSON.stringify(rows, (key, value: unknown) => (value === '' && optional.has(key) ? undefined : value))
}

/** A new entry; `now` is in milliseconds. */
export const emptyRow = ({ parts }: ListSpec, now: number): ListRow =>
  Object.fromEntries(
    parts.map(({ key, kind, choices, isOptional }) => [
      key,
      kind === 'choice' ? (choices?.[0] ?? '') : kind === 'time' && !isOptional ? new Date(now).toISOString() : '',
    ]),
  )

export interface PartFault {
  kind: 'missing' | 'tooLong' | 'address' | 'slug' | 'time' | 'endsBeforeStart'
  /** Maximum length. */
  max: number
}

/** The fault of one part of an entry, by the entry's schema. Parts are compared when each is right by itself. */
export function partFault(spec: ListSpec, part: ListPart, row: ListRow): PartFault | null {
  const value = row[part.key] ?? ''
  const issue = spec.entry.safeParse(row).error?.issues.find(({ path }) => path[0] === part.key)
  if (!issue) return null
  if (issue.code === 'custom' && reasonOfIssue(issue).code === 'endsBeforeStart')
    return { kind: 'endsBeforeStart', max: 0 }
  if (value.trim() === '') return { kind: 'missing', max: 0 }
  if (issue.code === 'too_big') return { kind: 'tooLong', max: Number(issue.maximum) }
  const { kind } = part
  return { kind: kind === 'address' || kind === 'slug' || kind === 'time' ? kind : 'missing', max: 0 }
}
