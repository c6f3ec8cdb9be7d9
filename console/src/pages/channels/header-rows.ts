import { readEntries, writeEntries } from './json-entries.ts'
import { allOrNull, findRowFault, isBlank, parseText, type RowFormat } from './row-format.ts'

/** `client` forwards one header of the caller under a given name. `pass` forwards all matching headers unchanged. */
export const headerActions = ['set', 'remove', 'client', 'pass'] as const
type HeaderAction = (typeof headerActions)[number]

export interface HeaderRow {
  action: HeaderAction
  /** The header to send; for `pass`, `*` or a pattern. */
  name: string
  /** For `client`: the caller's header. */
  value: string
}

export const hasHeaderValue = (action: HeaderAction): boolean => action === 'set' || action === 'client'

const clientForm = /^\{client_header:([^{}]*)\}$/
const isPass = (name: string): boolean => name === '*' || /^(re|regex):/.test(name)

const newRow: HeaderRow = { action: 'set', name: '', value: '' }

function parseRow(name: string, json: string): HeaderRow | null {
  if (json === 'null') return { action: 'remove', name, value: '' }
  const value = parseText(json)
  if (value === null) return null
  if (isPass(name)) return value === '' ? { action: 'pass', name, value } : null
  const from = clientForm.exec(value)?.[1]
  return from === undefined ? { action: 'set', name, value } : { action: 'client', name, value: from }
}

const jsonOf = ({ action, value }: HeaderRow): string => {
  if (action === 'remove') return 'null'
  if (action === 'pass') return '""'
  return JSON.stringify(action === 'client' ? `{client_header:${value}}` : value)
}

/** Headers of upstream requests. */
export const headerRows: RowFormat<HeaderRow> = {
  textToRows: (text) => allOrNull(readEntries(text)?.map(([name, json]) => parseRow(name, json)) ?? [null]),
  rowsToText: (rows) => writeEntries(rows.map((row) => [row.name, jsonOf(row)])),
  findFault: (rows) =>
    findRowFault(rows, ({ action, name, value }, before) => {
      if (isBlank(name) || (action === 'client' && isBlank(value))) return 'incomplete'
      const isSame = (row: HeaderRow) => row.name.trim().toLowerCase() === name.trim().toLowerCase()
      return before.some(isSame) ? 'repeated' : null
    }),
  newRow,
}
