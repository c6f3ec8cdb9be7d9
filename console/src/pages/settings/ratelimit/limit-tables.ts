import type { Limits } from '@sluice/contract/limits'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import { readTypedLimits } from '../../../components/limits-input.tsx'
import { writeJson } from '../option-json.ts'

/** The limits of one group or model. */
export interface NamedLimits {
  name: string
  limits: Limits
}

/** Limits in a text, as they were typed; null if fields cannot show it. */
export const parseLimitsText = (text: string): Limits | null =>
  readTypedLimits(parseJson(text.trim() === '' ? '{}' : text))

/** Groups or models and their limits, in order, as they were typed; null if fields cannot show the text. */
export function parseLimitTable(text: string): NamedLimits[] | null {
  const table = parseJson(text.trim() === '' ? '{}' : text)
  if (!isRecord(table)) return null
  const rows: NamedLimits[] = []
  for (const [name, value] of Object.entries(table)) {
    const limits = readTypedLimits(value)
    if (limits === null) return null
    rows.push({ name, limits })
  }
  return rows
}

/** The rows as the option's text, as it is shown. */
export const buildLimitTable = (rows: readonly NamedLimits[]): string =>
  writeJson(Object.fromEntries(rows.map((row) => [row.name, row.limits])))
