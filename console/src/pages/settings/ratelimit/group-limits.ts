import type { Problem } from '../option-field.ts'
import { isJsonObject, parseJson, writeJson } from '../option-json.ts'

/** What a group may do instead of the general limits. 0 requests = any number. */
export interface GroupLimit {
  group: string
  most: number
  mostSuccessful: number
}

const isWholeFrom = (value: unknown, min: number): value is number =>
  Number.isInteger(value) && (value as number) >= min

function entryProblem(name: string, pair: unknown): Problem | null {
  if (!Array.isArray(pair) || pair.length !== 2) return { text: 'problem.limitPair', values: { name } }
  if (!isWholeFrom(pair[0], 0)) return { text: 'problem.limitMost', values: { name } }
  if (!isWholeFrom(pair[1], 1)) return { text: 'problem.limitSuccessful', values: { name } }
  return null
}

/** What is wrong with a text that maps groups to pairs of limits; the first entry that is wrong is named. */
export function groupLimitsProblem(text: string): Problem | null {
  const table = parseJson(text)
  if (!isJsonObject(table)) return { text: 'problem.json' }
  for (const [name, pair] of Object.entries(table)) {
    const problem = entryProblem(name, pair)
    if (problem !== null) return problem
  }
  return null
}

/** The text as rows; null when it holds anything else. Numbers may still be out of range. */
export function parseGroupLimits(text: string): GroupLimit[] | null {
  const table = parseJson(text.trim() === '' ? '{}' : text)
  if (!isJsonObject(table)) return null
  const rows: GroupLimit[] = []
  for (const [group, pair] of Object.entries(table)) {
    if (!Array.isArray(pair) || pair.length !== 2) return null
    const [most, mostSuccessful] = pair as unknown[]
    if (typeof most !== 'number' || typeof mostSuccessful !== 'number') return null
    rows.push({ group, most, mostSuccessful })
  }
  return rows
}

/** The rows as the option's text, indented as it is shown. */
export const buildGroupLimits = (rows: readonly GroupLimit[]): string =>
  writeJson(
    Object.fromEntries(rows.map(({ group, most, mostSuccessful }) => [group, [most, mostSuccessful]])),
  )
