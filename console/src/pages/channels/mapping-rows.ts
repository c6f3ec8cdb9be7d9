import { isStatusCode } from '@sluice/contract/channel-mappings'
import { readEntries, writeEntries } from './json-entries.ts'
import { allOrNull, findRowFault, isBlank, parseText, type RowFormat } from './row-format.ts'

export interface MappingRow {
  from: string
  to: string
  /** The target is written as a number. */
  isNumber: boolean
}

const newRow: MappingRow = { from: '', to: '', isNumber: false }

const rowsToText = (rows: readonly MappingRow[]): string =>
  writeEntries(rows.map(({ from, to, isNumber }) => [from, isNumber && /^\d+$/.test(to) ? to : JSON.stringify(to)]))

const textToRows = (text: string): MappingRow[] | null => {
  const rows = readEntries(text)?.map(([from, value]) => {
    const to = parseText(value)
    if (to !== null) return { from, to, isNumber: false }
    return /^[1-9]\d*$/.test(value) ? { from, to: value, isNumber: true } : null
  })
  return rows === undefined ? null : allOrNull(rows)
}

const isIncomplete = ({ from, to }: MappingRow): boolean => isBlank(from) || isBlank(to)
const isRepeated = ({ from }: MappingRow, before: readonly MappingRow[]): boolean =>
  before.some((row) => row.from === from)

/** Requested model → upstream model. */
export const modelMappingRows: RowFormat<MappingRow> = {
  textToRows(text) {
    const rows = textToRows(text)
    return rows?.some(({ isNumber }) => isNumber) ? null : rows
  },
  rowsToText,
  findFault: (rows) =>
    findRowFault(rows, (row, before) => {
      if (isIncomplete(row)) return 'incomplete'
      return isRepeated(row, before) ? 'repeated' : null
    }),
  newRow,
}

/** Upstream status code → returned status code. */
export const statusCodeRows: RowFormat<MappingRow> = {
  textToRows,
  rowsToText,
  findFault: (rows) =>
    findRowFault(rows, (row, before) => {
      if (isIncomplete(row)) return 'incomplete'
      if (!isStatusCode(row.from) || !isStatusCode(row.to)) return 'statusCode'
      return isRepeated(row, before) ? 'repeated' : null
    }),
  newRow,
}

/**
 * Mapped names that the channel does not list, so that calls never reach the mapping. The target of another mapping is
 * a step in a chain, not a name that callers use.
 */
export function findUnlistedNames(mapping: string, models: readonly string[]): string[] {
  const rows = modelMappingRows.textToRows(mapping) ?? []
  const targets = new Set(rows.map(({ to }) => to))
  const names = rows.map(({ from }) => from.trim())
  return [...new Set(names)].filter((name) => name !== '' && !models.includes(name) && !targets.has(name))
}
