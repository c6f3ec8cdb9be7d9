export type CsvCell = string | number | null

/**
 * Rows as a file for spreadsheets (RFC 4180). Texts that look like formulas are marked as text; numbers stay
 * numbers. Begins with the byte order mark by which Excel recognises UTF-8.
 */
export const buildCsv = (rows: readonly (readonly CsvCell[])[]): string => csvStart + rows.map(csvLine).join('')

/** The start of such a file, for one that is written line by line. */
export const csvStart = '\uFEFF'

export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cellText).join(',')}\r\n`

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
