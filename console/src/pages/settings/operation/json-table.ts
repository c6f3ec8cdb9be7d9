import { isRecord, parseJson } from '@sluice/contract/read-json'

/** Name → number, as in an option's JSON. A map, so that names such as `constructor` are harmless. */
export type NumberTable = ReadonlyMap<string, number>

/** The fault of a JSON text: invalid JSON, or an invalid value. */
type JsonFault = { kind: 'json' } | { kind: 'value'; at: string }
export type Parsed<T> = { ok: true; value: T } | { ok: false; fault: JsonFault }

const notJson = { ok: false, fault: { kind: 'json' } } as const
const wrongAt = (at: string) => ({ ok: false, fault: { kind: 'value', at } }) as const

const isFactor = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

/** A JSON object whose values pass `isValid`, as a map in the order of the text. */
function parseTable<T>(text: string, isValid: (value: unknown) => value is T): Parsed<Map<string, T>> {
  const value = parseJson(text)
  if (value === undefined) return notJson
  return isRecord(value) ? readTable(value, isValid) : wrongAt('')
}

function readTable<T>(
  record: Record<string, unknown>,
  isValid: (value: unknown) => value is T,
): Parsed<Map<string, T>> {
  const table = new Map<string, T>()
  for (const [name, value] of Object.entries(record)) {
    if (!isValid(value)) return wrongAt(name)
    table.set(name, value)
  }
  return { ok: true, value: table }
}

/** Name → number from 0. */
export const parseNumbers = (text: string): Parsed<Map<string, number>> => parseTable(text, isFactor)
/** Name → text. */
export const parseTexts = (text: string): Parsed<Map<string, string>> =>
  parseTable(text, (value) => typeof value === 'string')

/** Name → name → number from 0. */
export function parseNumberTables(text: string): Parsed<Map<string, Map<string, number>>> {
  const outer = parseTable(text, isRecord)
  if (!outer.ok) return outer
  const tables = new Map<string, Map<string, number>>()
  for (const [name, record] of outer.value) {
    const inner = readTable(record, isFactor)
    if (!inner.ok) return wrongAt(inner.fault.kind === 'value' ? `${name} → ${inner.fault.at}` : name)
    tables.set(name, inner.value)
  }
  return { ok: true, value: tables }
}

export const numbersOrNone = (text: string): Map<string, number> => {
  const parsed = parseNumbers(text)
  return parsed.ok ? parsed.value : new Map()
}

const indent = (value: unknown): string => JSON.stringify(value, null, 2)

export const writeTable = (table: ReadonlyMap<string, unknown>): string => indent(Object.fromEntries(table))
export const writeNested = (tables: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string =>
  indent(Object.fromEntries([...tables].map(([name, table]) => [name, Object.fromEntries(table)])))

/** Whether two texts contain the same JSON in any layout. */
export function isSameJson(a: string, b: string): boolean {
  if (a === b) return true
  const left = parseJson(a)
  return left !== undefined && JSON.stringify(left) === JSON.stringify(parseJson(b))
}
