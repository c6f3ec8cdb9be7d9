import type { Problem } from '../option-field.ts'
import { isJsonObject, parseJson } from '../option-json.ts'

const isRatio = (value: unknown): boolean => typeof value === 'number' && value >= 0

/** A text that maps groups to ratios, or what is wrong with it. */
export function ratioTableProblem(text: string): Problem | null {
  const table = parseJson(text)
  if (!isJsonObject(table)) return { text: 'problem.topupRatioJson' }
  const name = Object.keys(table).find((group) => !isRatio(table[group]))
  return name === undefined ? null : { text: 'problem.topupRatioValue', values: { name } }
}
