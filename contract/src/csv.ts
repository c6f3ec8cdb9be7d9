export type CsvCell = string | number | null

/**
 * Rows as a file for spreadsheets (RFC 4180). Texts that look like formulas are marked as text; numbers stay
 * numbers. Begins with the byte order mark by which Excel recognises UTF-8.
 */
export const buildCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
