import { isRecord } from '@sluice/contract/read-json'

/** One changed value. `path` is '' for a line about a single value. null = absent. */
export interface DiffRow {
  path: string
  before: string | null
  after: string | null
}

/** `isCut`: the values were too long to store, and the rows hold only their beginnings. */
export interface Diff {
  rows: DiffRow[]
  isCut: boolean
}

type Side = { value: unknown } | null

/** The differences between two JSON texts of the audit trail, down to the entries of tables. */
export function buildDiff(before: string | null, after: string | null): Diff {
  const sides = [parseSide(before), parseSide(after)] as const
  const isCut = sides.some((side) => side !== null && isRecord(side.value) && isCutTable(side.value))
  const rows: DiffRow[] = []
  collect(rows, '', ...sides)
  return { rows, isCut }
}

function collect(rows: DiffRow[], path: string, before: Side, after: Side): void {
  const [from, to] = [textOf(before), textOf(after)]
  if (from === to) return
  const tables = [before, after].map((side) => (side !== null && isRecord(side.value) ? side.value : null))
  const [tableBefore, tableAfter] = tables
  const isBoth = tableBefore && tableAfter
  // A created or deleted object is listed value by value, but nested values stay whole.
  const isWhole = path === '' && (tableBefore || tableAfter) && (before === null || after === null)
  if (!isBoth && !isWhole) {
    rows.push({ path, before: from, after: to })
    return
  }
  const names = new Set([...Object.keys(tableBefore ?? {}), ...Object.keys(tableAfter ?? {})])
  for (const name of names)
    collect(rows, path === '' ? name : `${path}.${name}`, entryOf(tableBefore, name), entryOf(tableAfter, name))
}

const entryOf = (table: Record<string, unknown> | null | undefined, name: string): Side =>
  table && Object.hasOwn(table, name) ? { value: unpack(table[name]) } : null

const isCutTable = (value: Record<string, unknown>): boolean =>
  Object.keys(value).length === 1 && typeof value.cut === 'string'

function parseSide(text: string | null): Side {
  if (text === null) return null
  try {
    return { value: unpack(JSON.parse(text)) }
  } catch {
    return { value: text }
  }
}

/** Options store their tables and lists as texts. */
function unpack(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function textOf(side: Side): string | null {
  if (side === null) return null
  return typeof side.value === 'string' ? side.value : JSON.stringify(side.value, null, 2)
}

const foldedLines = 8
const foldedChars = 400

/** The beginning of a text that is too long to show at once; null for a short text. */
export function foldedText(text: string): string | null {
  const lines = text.split('\n')
  if (lines.length <= foldedLines && text.length <= foldedChars) return null
  return lines.slice(0, foldedLines).join('\n').slice(0, foldedChars)
}
