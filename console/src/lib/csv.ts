export type CsvCell = string | number | null

/**
 * Rows as a file for spreadsheets (RFC 4180). Texts that would be taken for formulas are marked as text; numbers stay
 * numbers. Begins with the mark by which Excel knows UTF-8.
 */
export const buildCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Hands the text over to be kept as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken its own hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
