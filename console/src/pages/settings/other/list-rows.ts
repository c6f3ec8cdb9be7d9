import type { OptionKey } from '@sluice/contract/options/registry'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import type { z } from 'zod'

/** One part of an entry of a list. Its label is `lists.<list>.<key>` of locales/settings-other. */
export interface ListPart {
  key: string
  kind: 'line' | 'text' | 'address' | 'slug' | 'choice'
  /** For a `choice`, the first is the default; labelled `lists.choice.<key>.<value>`. */
  choices?: readonly string[]
  /** Shown in the empty field. */
  example?: string
}

/** An option that holds a JSON list of entries with text parts. */
export interface ListSpec {
  id: 'faq' | 'addresses' | 'uptime'
  option: OptionKey
  /** The option that shows it. */
  switch: OptionKey
  parts: readonly ListPart[]
  /** The server's schema of an entry. */
  entry: z.ZodObject
  /** Maximum number of entries. */
  max: number
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

export const emptyRow = ({ parts }: ListSpec): ListRow =>
  Object.fromEntries(parts.map(({ key, kind, choices }) => [key, kind === 'choice' ? (choices?.[0] ?? '') : '']))

export interface PartFault {
  kind: 'missing' | 'tooLong' | 'address' | 'slug'
  /** Maximum length. */
  max: number
}

/** The fault of one part of an entry, by the entry's schema. */
export function partFault(spec: ListSpec, part: ListPart, row: ListRow): PartFault | null {
  const value = row[part.key] ?? ''
  const issue = spec.entry.safeParse(row).error?.issues.find(({ path }) => path[0] === part.key)
  if (!issue) return null
  if (value.trim() === '') return { kind: 'missing', max: 0 }
  if (issue.code === 'too_big') return { kind: 'tooLong', max: Number(issue.maximum) }
  const { kind } = part
  return { kind: kind === 'address' || kind === 'slug' ? kind : 'missing', max: 0 }
}
