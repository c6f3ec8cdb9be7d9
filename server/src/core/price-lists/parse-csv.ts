/**
 * The rows of a CSV text (RFC 4180; commas, or semicolons where the first line has no comma), without empty ones. The
 * mark before texts that look like formulas is removed. Null = a quotation mark has no end.
 */
export function parseCsv(text: string): string[][] | null {
  const body = text.replace(/^\uFEFF/, '')
  const [firstLine = ''] = body.split(/\r?\n/, 1)
  const separator = firstLine.includes(',') ? ',' : ';'
  const cells = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    'y',
  )
  const rows: string[][] = []
  let row: string[] = []
  while (cells.lastIndex <= body.length) {
    const found = cells.exec(body)
    if (found === null) return null
    const [, quoted, plain = '', end] = found
    row.push(withoutMark(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')))
    if (end === separator) continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
    if (end === '') return rows
  }
  return rows
}

const withoutMark = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')
