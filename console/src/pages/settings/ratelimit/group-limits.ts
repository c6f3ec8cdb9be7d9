import { isRecord, parseJson } from '@sluice/contract/read-json'
import { writeJson } from '../option-json.ts'

/** The limits of a group instead of the general ones. 0 requests = no limit. */
export interface GroupLimit {
  group: string
  most: number
  mostSuccessful: number
}

/** The text as rows; null if it is anything else. Numbers may still be out of range. */
export function parseGroupLimits(text: string): GroupLimit[] | null {
  const table = parseJson(text.trim() === '' ? '{}' : text)
  if (!isRecord(table)) return null
  const rows: GroupLimit[] = []
  for (const [group, pair] of Object.entries(table)) {
    if (!Array.isArray(pair) || pair.length !== 2) return null
    const [most, mostSuccessful]: unknown[] = pair
    if (typeof most !== 'number' || typeof mostSuccessful !== 'number') return null
    rows.push({ group, most, mostSuccessful })
  }
  return rows
}

/** The rows as the option's text, indented as it is shown. */
export const buildGroupLimits = (rows: readonly GroupLimit[]): string =>
  writeJson(Object.fromEntries(rows.map(({ group, most, mostSuccessful }) => [group, [most, mostSuccessful]])))
