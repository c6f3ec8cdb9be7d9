import { type Limits, limits } from '@sluice/contract/limits'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import { writeJson } from '../option-json.ts'

/** The limits of one group or model. */
export interface NamedLimits {
  name: string
  limits: Limits
}

/** Limits in a text; null if it is anything else. */
export function parseLimitsText(text: string): Limits | null {
  const parsed = limits.safeParse(parseJson(text.trim() === '' ? '{}' : text))
  return parsed.success ? parsed.data : null
}

/** Groups or models and their limits, in order; null if the text is anything else. */
export function parseLimitTable(text: string): NamedLimits[] | null {
  const table = parseJson(text.trim() === '' ? '{}' : text)
  if (!isRecord(table)) return null
  const rows: NamedLimits[] = []
  for (const [name, value] of Object.entries(table)) {
    const parsed = limits.safeParse(value)
    if (!parsed.success) return null
    rows.push({ name, limits: parsed.data })
  }
  return rows
}

/** The rows as the option's text, as it is shown. */
export const buildLimitTable = (rows: readonly NamedLimits[]): string =>
  writeJson(Object.fromEntries(rows.map((row) => [row.name, row.limits])))
