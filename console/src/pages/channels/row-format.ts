import { parseJson } from '@sluice/contract/read-json'

/** Converts between the rows of an editor and the JSON text of a field. */
export interface RowFormat<Row> {
  /** The rows of a text; null = rows cannot show it without loss. */
  textToRows(text: string): Row[] | null
  rowsToText(rows: readonly Row[]): string
  /** The number of the first invalid row, and its error. */
  findFault(rows: readonly Row[]): RowFault | null
  newRow: Row
}

export type RowFaultCode = 'incomplete' | 'repeated' | 'statusCode' | 'amount' | 'discount'
interface RowFault {
  /** Starts at 1. */
  number: number
  code: RowFaultCode
}

/** The first invalid row. */
export function findRowFault<Row>(
  rows: readonly Row[],
  faultOf: (row: Row, before: readonly Row[]) => RowFaultCode | null,
): RowFault | null {
  for (const [index, row] of rows.entries()) {
    const code = faultOf(row, rows.slice(0, index))
    if (code !== null) return { number: index + 1, code }
  }
  return null
}

/** The first invalid row among those that show `text`. */
export function findTextFault<Row>(format: RowFormat<Row>, text: string): RowFault | null {
  const rows = format.textToRows(text)
  return rows === null ? null : format.findFault(rows)
}

/** `parts`, or null if one of them is null. */
export const allOrNull = <T>(parts: readonly (T | null)[]): T[] | null => {
  const found = parts.filter((part) => part !== null)
  return found.length === parts.length ? found : null
}

/** The string in a JSON text; null = not a string. */
export function parseText(json: string): string | null {
  const value = parseJson(json)
  return typeof value === 'string' ? value : null
}

export const isBlank = (text: string): boolean => text.trim() === ''
