import type { Problem } from '../option-field.ts'
import { isJsonObject, parseJson } from '../option-json.ts'

/** One part of an entry of a list. Its label is `lists.<list>.<key>` of locales/settings-content. */
export interface ListPart {
  key: string
  kind: 'line' | 'text' | 'address' | 'slug' | 'choice' | 'time'
  max?: number
  isRequired?: true
  /** Of a `choice`, the first is that of a new entry; named `lists.choice.<key>.<value>`. */
  choices?: readonly string[]
  /** Shown in the empty field. */
  example?: string
}

/** An option that holds a JSON list of entries, all parts of which are texts. */
export interface ListSpec {
  id: 'announcements' | 'faq' | 'addresses' | 'uptime'
  option: string
  /** The option that shows it. */
  switch: string
  parts: readonly ListPart[]
  /** Most entries. */
  max: number
  /** Whether the operator's order is the one shown. */
  isOrdered: boolean
}

export type ListRow = Readonly<Record<string, string>>

/** The entries in the text of an option; null when it holds something else. */
export function parseRows(text: string, { parts }: ListSpec): ListRow[] | null {
  const list = text.trim() === '' ? [] : parseJson(text)
  if (!Array.isArray(list) || !list.every(isJsonObject)) return null
  return list.map((entry) =>
    Object.fromEntries(parts.map(({ key }) => [key, typeof entry[key] === 'string' ? entry[key] : ''])),
  )
}

export const writeRows = (rows: readonly ListRow[]): string => JSON.stringify(rows)

/** An entry to be filled in; `now` is in milliseconds. */
export const emptyRow = ({ parts }: ListSpec, now: number): ListRow =>
  Object.fromEntries(
    parts.map(({ key, kind, choices }) => [
      key,
      kind === 'choice' ? (choices?.[0] ?? '') : kind === 'time' ? new Date(now).toISOString() : '',
    ]),
  )

export type PartFault = 'missing' | 'tooLong' | 'address' | 'slug' | 'time'

/** What is wrong with one part of an entry. */
export function partFault(part: ListPart, value: string): PartFault | null {
  if (value.trim() === '') return part.isRequired ? 'missing' : null
  if (part.max !== undefined && value.length > part.max) return 'tooLong'
  if (part.kind === 'address') return isAddress(value.trim()) ? null : 'address'
  if (part.kind === 'slug') return /^[A-Za-z0-9_-]+$/.test(value) ? null : 'slug'
  if (part.kind === 'time') return Number.isNaN(Date.parse(value)) ? 'time' : null
  return null
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

const inArea = (key: string): string => `settings-content:${key}`

/** The check of the option's field: the first entry that is wrong is named by its place. */
export const listProblem =
  (spec: ListSpec) =>
  (text: string): Problem | null => {
    const rows = parseRows(text, spec)
    if (rows === null) return { text: inArea('problem.notList') }
    if (rows.length > spec.max) return { text: inArea('problem.tooMany'), values: { max: spec.max } }
    for (const [index, row] of rows.entries())
      for (const part of spec.parts) {
        const fault = partFault(part, row[part.key] ?? '')
        if (fault !== null)
          return {
            text: inArea(`problem.entry.${fault}`),
            values: { number: index + 1, max: part.max ?? 0 },
          }
      }
    return null
  }
