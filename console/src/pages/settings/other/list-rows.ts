import type { OptionKey } from '@sluice/contract/options/registry'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import type { z } from 'zod'

/** One part of an entry of a list. Its label is `lists.<list>.<key>` of locales/settings-other. */
export interface ListPart {
  key: string
  kind: 'line' | 'text' | 'address' | 'slug' | 'choice' | 'time'
  /** For a `choice`, the first is the default; labelled `lists.choice.<key>.<value>`. */
  choices?: readonly string[]
  /** Empty in a new entry, whatever its kind. */
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

export const writeRows = (rows: readonly ListRow[]): string => JSON.stringify(rows)

/** A new entry; `now` is in milliseconds. */
export const emptyRow = ({ parts }: ListSpec, now: number): ListRow =>
  Object.fromEntries(
    parts.map(({ key, kind, choices, isOptional }) => [
      key,
      kind === 'choice' ? (choices?.[0] ?? '') : kind === 'time' && !isOptional ? new Date(now).toISOString() : '',
    ]),
  )

export interface PartFault {
  kind: 'missing' | 'tooLong' | 'address' | 'slug' | 'time'
  /** Maximum length. */
  max: number
}

/** The fault of one part of an entry, by the entry's schema. */
export function partFault(spec: ListSpec, part: ListPart, value: string): PartFault | null {
  const issue = spec.entry.shape[part.key]?.safeParse(value).error?.issues[0]
  if (!issue) return null
  if (value.trim() === '') return { kind: 'missing', max: 0 }
  if (issue.code === 'too_big') return { kind: 'tooLong', max: Number(issue.maximum) }
  const { kind } = part
  return { kind: kind === 'address' || kind === 'slug' || kind === 'time' ? kind : 'missing', max: 0 }
}
