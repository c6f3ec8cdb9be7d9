export type CsvCell = string | number | null

/**
 * Rows as a file for spreadsheets (RFC 4180). Texts that look like formulas are marked as text; numbers stay
 * numbers. Begins with the byte order mark by which Excel recognises UTF-8.
 */
export const buildCsv = (rows: readonly (readonly CsvCell[])[]): string => csvStart + rows.map(csvLine).join('')

/** The start of such a file, for one that is written line by line. */
export const csvStart = '\uFEFF'

export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cellText).join(',')}\r\n`

/** How a formula begins. Some spreadsheets read the wide signs of East Asian keyboards as the narrow ones. */
export const formulaStart = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
