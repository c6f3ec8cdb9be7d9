import { parseJson, recordOf } from '@sluice/contract/read-json'

/** A readable form of a JSON text; other text is unchanged. */
export function indentJson(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : writeJson(value)
}

const lineMax = 72
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Indented by two; a short list of plain values stays on one line. */
export function writeJson(value: unknown, indent = ''): string {
  if (isPlain(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const parts = isList
    ? value.map((item) => writeJson(item, inner))
    : Object.entries(recordOf(value)).map(([name, item]) => `${JSON.stringify(name)}: ${writeJson(item, inner)}`)
  if (parts.length === 0) return `${open}${close}`
  const line = `[${parts.join(', ')}]`
  if (isList && value.every(isPlain) && line.length <= lineMax) return line
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

const compacted = new Map<string, string>()
/** Tables are compared at each key press, in several places, and can be long. */
const compactedMax = 64

/** A JSON text without insignificant white space; other text is unchanged. Texts with the same meaning become equal. */
export function compactJson(text: string): string {
  const known = compacted.get(text)
  if (known !== undefined) return known
  const value = parseJson(text)
  const compact = value === undefined ? text : JSON.stringify(value)
  if (compacted.size >= compactedMax) compacted.clear()
  compacted.set(text, compact)
  return compact
}
