import { CsvError, parse } from 'csv-parse/sync'

/**
 * The rows of a CSV text (RFC 4180; commas, or semicolons where the first line has no comma), without empty ones. The
 * mark before texts that look like formulas is removed. Null = the text is no CSV.
 */
export function parseCsv(text: string): string[][] | null {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: firstLine.includes(',') ? ',' : ';',
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
    return rows.map((row) => row.map(withoutMark))
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

const withoutMark = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')
