import { listOperations } from '@sluice/contract/param-override'
import { parseJson, parseRecord } from '@sluice/contract/read-json'
import { buildList, buildObject, type JsonEntry, readEntries, readItems, writeEntries } from './json-entries.ts'
import { buildCondition, type ModelCondition, parseCondition } from './override-condition.ts'
import { allOrNull, findRowFault, isBlank, parseText, type RowFaultCode, type RowFormat } from './row-format.ts'

/** `default` sets a field only if the call lacks it. */
export const overrideActions = ['set', 'default', 'delete', 'copy', 'move'] as const
type OverrideAction = (typeof overrideActions)[number]

export interface OverrideRow extends ModelCondition {
  action: OverrideAction
  /** The dotted path of the changed field; for copy and move, the source. */
  path: string
  to: string
  /** As entered: JSON or plain text. */
  value: string
  /** Stored as a field of the object instead of an operation, where both have the same effect. */
  isPlain: boolean
  /** Other fields of an operation. */
  rest: readonly JsonEntry[]
}

export const setsValue = (action: OverrideAction): boolean => action === 'set' || action === 'default'
export const hasTarget = (action: OverrideAction): boolean => action === 'copy' || action === 'move'

/** Starts like JSON but is invalid. It is written as entered, so that the field's validation refuses it. */
const isBroken = (typed: string): boolean => /^\s*["[{]/.test(typed) && parseJson(`{"":${typed}}`) === undefined

/** A text needs quotes only if it would parse as other JSON. */
const writeValue = (typed: string): string =>
  parseJson(typed) === undefined && !isBroken(typed) ? JSON.stringify(typed) : typed
const showValue = (json: string): string => {
  const text = parseText(json)
  return text !== null && !isBlank(text) && writeValue(text) === json ? text : json
}

/** Escapes a field name to a path with one step. */
const escapeName = (name: string): string => name.replaceAll('.', '\\.')
const unescapeName = (path: string): string => path.replaceAll('\\.', '.')

const operationsField = 'operations'

function canBePlain({ isPlain, action, match, value, path, rest }: OverrideRow): boolean {
  const name = unescapeName(path)
  const isOneStep = escapeName(name) === path && name !== operationsField
  return isPlain && action === 'set' && match === 'any' && value !== '' && rest.length === 0 && isOneStep
}

function buildOperation(row: OverrideRow): string {
  const { action, path, to, value, rest } = row
  const mode = action === 'default' ? 'set' : action
  const text = (name: string, content: string): JsonEntry => [name, JSON.stringify(content)]
  const condition = buildCondition(row)
  return buildObject([
    text('mode', mode),
    ...(hasTarget(action) ? [text('from', path), text('to', to)] : [text('path', path)]),
    ...(setsValue(action) && value !== '' ? [['value', writeValue(value)] as const] : []),
    ...(action === 'default' ? [['keep_origin', 'true'] as const] : []),
    ...(condition === null ? [] : [['conditions', condition] as const]),
    ...rest,
  ])
}

function rowsToText(rows: readonly OverrideRow[]): string {
  // Object fields apply before all operations, so only rows before the first operation can be fields.
  const found = rows.findIndex((row) => !canBePlain(row))
  const plainCount = found === -1 ? rows.length : found
  const operations = rows.slice(plainCount).map(buildOperation)
  return writeEntries([
    ...rows.slice(0, plainCount).map(({ path, value }) => [unescapeName(path), writeValue(value)] as const),
    ...(operations.length === 0 ? [] : [[operationsField, buildList(operations)] as const]),
  ])
}

const newRow: OverrideRow = {
  action: 'set',
  path: '',
  to: '',
  value: '',
  match: 'any',
  model: '',
  isPlain: true,
  rest: [],
}

const parsePlain = ([name, value]: JsonEntry): OverrideRow => ({
  ...newRow,
  path: escapeName(name),
  value: showValue(value),
})

function parseAction(mode: string | undefined, keepOrigin: string | undefined): OverrideAction | null {
  const name = parseText(mode ?? '')
  const isKept = keepOrigin === 'true'
  if (name === 'set' && (keepOrigin === undefined || isKept || keepOrigin === 'false'))
    return isKept ? 'default' : 'set'
  return name === 'delete' || name === 'copy' || name === 'move' ? name : null
}

function parseOperation(json: string): OverrideRow | null {
  const entries = readEntries(json) ?? []
  const fields = new Map(entries)
  const action = parseAction(fields.get('mode'), fields.get('keep_origin'))
  const condition = parseCondition(fields.get('conditions'))
  if (action === null || condition === null || fields.size !== entries.length) return null
  const used = new Set(['mode', 'conditions', ...(hasTarget(action) ? ['from', 'to'] : ['path'])])
  if (setsValue(action)) used.add('value').add('keep_origin')
  const path = parseText(fields.get(hasTarget(action) ? 'from' : 'path') ?? '""')
  const to = hasTarget(action) ? parseText(fields.get('to') ?? '""') : ''
  if (path === null || to === null) return null
  const value = fields.get('value')
  return {
    ...condition,
    action,
    path,
    to,
    value: setsValue(action) && value !== undefined ? showValue(value) : '',
    isPlain: false,
    rest: entries.filter(([name]) => !used.has(name)),
  }
}

function textToRows(text: string): OverrideRow[] | null {
  const entries = readEntries(text)
  if (entries === null) return null
  const plain = entries.filter(([name]) => name !== operationsField).map(parsePlain)
  const lists = entries.filter(([name]) => name === operationsField)
  if (lists.length === 0) return plain
  // An `operations` value that is not a list of operations is a field of the body. A row could not show the difference.
  if (lists.length > 1 || listOperations(parseRecord(text) ?? {}) === null) return null
  const operations = lists.flatMap(([, list]) => readItems(list) ?? [])
  return allOrNull([...plain, ...operations.map(parseOperation)])
}

function faultOf({ action, path, to, value, match, model }: OverrideRow): RowFaultCode | null {
  const isIncomplete =
    isBlank(path) ||
    (hasTarget(action) && isBlank(to)) ||
    (setsValue(action) && value === '') ||
    (match !== 'any' && isBlank(model))
  return isIncomplete ? 'incomplete' : null
}

/** Changes of request bodies. */
export const overrideRows: RowFormat<OverrideRow> = {
  textToRows,
  rowsToText,
  findFault: (rows) => findRowFault(rows, faultOf),
  newRow,
}
