import { isDeepStrictEqual } from 'node:util'
import { exactQuotient } from '@sluice/contract/decimal'
import { objectionToModels } from '@sluice/contract/name-lists'
import { type PriceRule, priceRuleList } from '@sluice/contract/price-rules'
import {
  type ChangeableField,
  changeableFieldNames,
  type PriceChangeOfModel,
  type PriceFileFault,
  type PriceFileProblem,
  type PriceFileRead,
  type PriceSheetRow,
  priceChangesMax,
} from '@sluice/contract/price-sheet'
import { isRecord, parseJson, textOf } from '@sluice/contract/read-json'
import { entriesOf } from '@sluice/contract/typed-keys'
import { dollarsPerRatio } from '../../core/billing/model-price.ts'
import { parseCsv } from '../../core/price-lists/parse-csv.ts'
import { type DollarColumn, type Dollars, dollarColumns, dollarsOf, fieldOfDollars, ratiosOf } from './dollar-prices.ts'

type Line = Readonly<Record<string, unknown>>
type Current = Pick<PriceSheetRow, 'fields' | 'rules' | 'set'>

/** A line whose price cannot be read. */
class LineFault extends Error {
  constructor(
    readonly fault: PriceFileFault,
    readonly column = '',
  ) {
    super(fault)
  }
}

/**
 * The differences between a file of the form of `buildPriceFile` and the present rows. Of the dollars and the ratios of
 * a line, those count that differ from the present ones. An empty cell removes an entry; a missing column changes
 * nothing.
 */
export function readPriceFile(text: string, rows: readonly PriceSheetRow[]): PriceFileRead {
  const lines = readLines(text)
  if (lines === null) return { changes: [], problems: [wholeFile('unreadable')], lines: 0 }
  const current = new Map(rows.map((row) => [row.model, row]))
  const changes: PriceChangeOfModel[] = []
  const problems: PriceFileProblem[] = []
  const seen = new Set<string>()
  for (const { line, cells } of lines) {
    const model = textOf(cells.model).trim()
    try {
      if (model === '' || objectionToModels([model]) !== null) throw new LineFault('no_model', 'model')
      if (seen.has(model)) throw new LineFault('twice', 'model')
      seen.add(model)
      const change = readChange(cells, current.get(model) ?? { fields: {}, rules: [], set: [] })
      if (change !== null) changes.push({ model, ...change })
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      problems.push({ line, model, column: error.column, fault: error.fault })
    }
  }
  if (changes.length <= priceChangesMax) return { changes, problems, lines: lines.length }
  return { changes: [], problems: [wholeFile('too_many')], lines: lines.length }
}

const wholeFile = (fault: PriceFileFault): PriceFileProblem => ({ line: 0, model: '', column: '', fault })

/** Null = neither CSV with a column `model` nor a JSON list of objects. */
function readLines(text: string): { line: number; cells: Line }[] | null {
  const body = text.replace(/^\uFEFF/, '').trimStart()
  if (body.startsWith('[') || body.startsWith('{')) {
    const list = parseJson(body)
    if (!Array.isArray(list) || !list.every(isRecord)) return null
    return list.map((cells: Line, index) => ({ line: index + 1, cells }))
  }
  const rows = parseCsv(body)
  const [head, ...others] = rows ?? []
  const names = head?.cells.map((name) => name.toLowerCase()) ?? []
  if (!names.includes('model')) return null
  return others.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  }))
}

type Change = Omit<PriceChangeOfModel, 'model'>

function readChange(cells: Line, current: Current): Change | null {
  const fields = readFields(cells, current)
  const rules = readRules(cells.rules, current.rules)
  if (fields === null && rules === undefined) return null
  return { ...(fields !== null && { fields }), ...(rules !== undefined && { rules }) }
}

type FieldChanges = Partial<Record<ChangeableField, number | null>>

/** The fields that differ; null = none does. */
function readFields(cells: Line, current: Current): FieldChanges | null {
  const typed = differences(cells, changeableFieldNames, current.fields)
  const dollars = differences(cells, dollarColumns, dollarsOf(current.fields))
  const fromDollars: FieldChanges = Object.keys(dollars).length === 0 ? {} : readDollars(cells, current)
  const common: FieldChanges = { ...fromDollars, ...typed }
  // Both may have been changed to the same price.
  for (const [name, value] of entriesOf(fromDollars))
    if (Object.keys(typed).length > 0 && common[name] !== value) throw new LineFault('contradiction', name)
  const changes = entriesOf(common).filter(([name, value]) => value !== null || current.set.includes(name))
  return changes.length === 0 ? null : Object.fromEntries(changes)
}

/** Name → the amount of its cell where it differs from the present one; null = the cell is empty. */
function differences<N extends string>(
  cells: Line,
  names: readonly N[],
  now: Readonly<Partial<Record<N, number>>>,
): Partial<Record<N, number | null>> {
  const found: Partial<Record<N, number | null>> = {}
  for (const name of names) {
    if (cells[name] === undefined) continue
    const amount = readAmount(cells[name], name)
    if (amount !== (now[name] ?? null)) found[name] = amount
  }
  return found
}

/**
 * The fields of the line's dollars that differ from the present ones. Amounts stay what they are when that of input
 * changes; what only follows from the name, or has no column, keeps its relation to input.
 */
function readDollars(cells: Line, current: Current): FieldChanges {
  const now = dollarsOf(current.fields)
  const amounts = new Map<DollarColumn, number | null>()
  for (const column of dollarColumns)
    if (cells[column] !== undefined) amounts.set(column, readAmount(cells[column], column))
  const input = amounts.has('input') ? amounts.get('input') : now.input
  if (input === null || input === undefined) {
    if ([...amounts.values()].some((amount) => amount !== null)) throw new LineFault('free_input', 'input')
    return { ratio: null }
  }
  const dollars: Dollars = dollarsOf({ ...current.fields, ratio: exactQuotient(input, dollarsPerRatio) })
  const counted: ChangeableField[] = ['ratio']
  for (const [column, amount] of amounts) {
    const field = fieldOfDollars(column)
    if (!current.set.includes(field) && amount === (now[column] ?? null)) continue
    counted.push(field)
    if (amount === null) delete dollars[column]
    else dollars[column] = amount
  }
  const next = ratiosOf(dollars)
  if (next === null) throw new LineFault('free_input', 'input')
  return Object.fromEntries(
    counted.flatMap((name) => {
      const value = next[name] ?? null
      return value === (current.fields[name] ?? null) ? [] : [[name, value]]
    }),
  )
}

const amountMax = 1_000_000_000

function readAmount(cell: unknown, column: string): number | null {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null
  const isNumber =
    typeof cell === 'number' || (typeof cell === 'string' && /^\s*-?\d*\.?\d+(e[+-]?\d+)?\s*$/i.test(cell))
  if (!isNumber) throw new LineFault('not_a_number', column)
  const amount = Number(cell)
  if (!(amount >= 0 && amount <= amountMax)) throw new LineFault('out_of_range', column)
  return amount
}

/** Undefined = no change. */
function readRules(cell: unknown, now: readonly PriceRule[]): PriceRule[] | null | undefined {
  if (cell === undefined) return undefined
  const isEmpty = cell === null || cell === ''
  const parsed = priceRuleList.safeParse(isEmpty ? [] : typeof cell === 'string' ? parseJson(cell) : cell)
  if (!parsed.success) throw new LineFault('rules_invalid', 'rules')
  if (isDeepStrictEqual(parsed.data, [...now])) return undefined
  return parsed.data.length === 0 ? null : parsed.data
}
