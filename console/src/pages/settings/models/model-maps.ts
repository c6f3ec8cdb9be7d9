import type { Problem } from '../option-field.ts'
import { isJsonObject, parseJson } from '../option-json.ts'

const json: Problem = { text: 'problem.json' }
const isText = (value: unknown): value is string => typeof value === 'string'

/** The name of the first entry whose value is not as it should be. */
const firstOdd = (table: Record<string, unknown>, isRight: (value: unknown) => boolean): string | undefined =>
  Object.keys(table).find((name) => !isRight(table[name]))

/** Name to text. */
export function textMapProblem(text: string): Problem | null {
  const table = parseJson(text)
  if (!isJsonObject(table)) return json
  const name = firstOdd(table, isText)
  return name === undefined ? null : { text: 'problem.valueNotText', values: { name } }
}

/** Model to a number of tokens. */
export function tokenMapProblem(text: string): Problem | null {
  const table = parseJson(text)
  if (!isJsonObject(table)) return json
  const name = firstOdd(table, (value) => Number.isInteger(value) && (value as number) >= 1)
  return name === undefined ? null : { text: 'problem.valueNotTokens', values: { name } }
}

const isHeaders = (value: unknown): boolean =>
  isJsonObject(value) && Object.values(value).every((lines) => Array.isArray(lines) && lines.every(isText))

/** Model to header to its values. */
export function headersProblem(text: string): Problem | null {
  const table = parseJson(text)
  if (!isJsonObject(table)) return json
  const name = firstOdd(table, isHeaders)
  return name === undefined ? null : { text: 'problem.valueNotHeaders', values: { name } }
}

/** The names in a JSON list; null when the text holds anything else. */
export function namesIn(text: string): string[] | null {
  const list = parseJson(text.trim() === '' ? '[]' : text)
  return Array.isArray(list) && list.every(isText) ? list : null
}

/** A list of names. */
export const namesProblem = (text: string): Problem | null => (namesIn(text) === null ? json : null)
