import { formulaStart } from '@sluice/contract/csv'
import { CsvError, parse } from 'csv-parse/sync'

/** A row, with the line that it ends on. */
export interface CsvRow {
  line: number
  cells: string[]
}

/**
 * The rows of a CSV text (RFC 4180) without blank lines. Semicolons separate cells where the first line has no comma,
 * as spreadsheets of some countries write them. The mark before texts that look like formulas is removed. Null = the
 * text is no CSV, or a row is longer than any list of prices has: the parser is slow on long ones.
 */
export function parseCsv(text: string): CsvRow[] | null {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const rows: CsvRow[] = []
  try {
    parse(text, {
      bom: true,
      max_record_size: rowBytesMax,
      delimiter: firstLine.includes(',') ? ',' : ';',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record(cells: string[], { lines: line }) {
        rows.push({ line, cells: cells.map(withoutMark) })
        return null
      },
    })
    return rows
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

const rowBytesMax = 65_536

const withoutMark = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell
