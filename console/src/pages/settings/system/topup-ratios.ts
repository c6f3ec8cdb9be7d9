import { isRecord, parseJson } from '@sluice/contract/read-json'
import { writeJson } from '../option-json.ts'

/** The factor on what accounts of a group pay for a top-up. */
export interface TopupRatio {
  group: string
  ratio: number
}

/** The text as rows; null if it is anything else. Ratios may still be out of range. */
export function parseTopupRatios(text: string): TopupRatio[] | null {
  const table = parseJson(text.trim() === '' ? '{}' : text)
  if (!isRecord(table)) return null
  const rows: TopupRatio[] = []
  for (const [group, ratio] of Object.entries(table)) {
    if (typeof ratio !== 'number') return null
    rows.push({ group, ratio })
  }
  return rows
}

/** The rows as the option's text, as it is shown. */
export const buildTopupRatios = (rows: readonly TopupRatio[]): string =>
  writeJson(Object.fromEntries(rows.map(({ group, ratio }) => [group, ratio])))
