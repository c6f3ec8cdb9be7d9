import { buildObject, type JsonEntry, readEntries, writeEntries } from './json-entries.ts'
import { allOrNull, findRowFault, isBlank, parseText, type RowFaultCode, type RowFormat } from './row-format.ts'

/** A share of the list price, or the upstream's own price by tokens, by call, by the second or by the character. */
export const costKinds = ['discount', 'ratio', 'price', 'second_price', 'character_price'] as const
type CostKind = (typeof costKinds)[number]

export interface CostRow {
  /** `default` = all models without a row. */
  model: string
  kind: CostKind
  /** As entered. */
  amount: string
  /** Used by `ratio` only; empty = the completion ratio of the list price. */
  completion: string
  /** Other fields, such as `cache_ratio` and `rules`. A discount has none. */
  rest: readonly JsonEntry[]
}

const isNumber = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim())
/** A value that is not a number is written as a text, which the field's validation refuses. */
const writeNumber = (text: string): string => (isNumber(text) ? text.trim() : JSON.stringify(text))
const parseNumber = (json: string): string | null => (isNumber(json) ? json : parseText(json))

const entriesOf = ({ kind, amount, completion, rest }: CostRow): JsonEntry[] => {
  const first: JsonEntry = [kind, writeNumber(amount)]
  if (kind === 'discount') return [first]
  const isCompletionSet = kind === 'ratio' && !isBlank(completion)
  return [first, ...(isCompletionSet ? [['completion_ratio', writeNumber(completion)] as const] : []), ...rest]
}

function parseRow([model, value]: JsonEntry): CostRow | null {
  const entries = readEntries(value)
  const kinds = costKinds.filter((kind) => entries?.some(([name]) => name === kind))
  const [kind] = kinds
  if (entries === null || kind === undefined || kinds.length > 1) return null
  const find = (wanted: string) => entries.filter(([name]) => name === wanted).map(([, json]) => json)
  const completions = kind === 'ratio' ? find('completion_ratio') : []
  const [amount, completion] = [find(kind), completions].map(([json = '""']) => parseNumber(json))
  const rest = entries.filter(([name]) => name !== kind && (kind !== 'ratio' || name !== 'completion_ratio'))
  if (amount === null || amount === undefined || completion === null || completion === undefined) return null
  if (find(kind).length > 1 || completions.length > 1 || (kind === 'discount' && rest.length > 0)) return null
  return { model, kind, amount, completion, rest }
}

function faultOf(row: CostRow, before: readonly CostRow[]): RowFaultCode | null {
  if (isBlank(row.model) || isBlank(row.amount)) return 'incomplete'
  const amounts = [row.amount, ...(isBlank(row.completion) ? [] : [row.completion])]
  if (!amounts.every((text) => isNumber(text) && Number(text) >= 0)) return 'amount'
  if (row.kind === 'discount' && Number(row.amount) > 100) return 'discount'
  return before.some(({ model }) => model === row.model) ? 'repeated' : null
}

/** The cost of each model. */
export const costRows: RowFormat<CostRow> = {
  textToRows(text) {
    const entries = readEntries(text)
    return entries === null ? null : allOrNull(entries.map(parseRow))
  },
  rowsToText: (rows) => writeEntries(rows.map((row) => [row.model, buildObject(entriesOf(row))])),
  findFault: (rows) => findRowFault(rows, faultOf),
  newRow: { model: '', kind: 'discount', amount: '', completion: '', rest: [] },
}
