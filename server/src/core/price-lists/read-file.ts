import { decimalNumber } from '@sluice/contract/decimal'
import { makeReason } from '@sluice/contract/error-reasons'
import { hasAmount } from '@sluice/contract/price-amounts'
import { type PriceFields, priceRuleList } from '@sluice/contract/price-rules'
import { type JsonRecord, parseJson, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { entriesOf } from '@sluice/contract/typed-keys'
import { buildCallPrice, buildTokenPrice, type RateName, readRates } from './build-listed-price.ts'
import type { Built, ListedPrice, ReadPriceList } from './listed-price.ts'
import { parseCsv } from './parse-csv.ts'
import { readPlausible } from './read-amount.ts'
import { siteFields } from './read-site.ts'

/** Columns in dollars for a million tokens. */
const rateColumns = tableOf<RateName>({
  input: 'input',
  output: 'output',
  cache_read: 'cacheRead',
  cache_write: 'cacheWrite',
  cache_write_1h: 'cacheWrite1h',
  image: 'image',
  image_output: 'imageOutput',
  audio: 'audio',
  audio_output: 'audioOutput',
  audio_cache: 'audioCache',
})
const fieldNames = entriesOf(siteFields).map(([name]) => name)
const fixedFields = ['price', 'second_price', 'character_price'] as const
const fieldColumns = new Set<string>([...fixedFields, ...fieldNames])

/** A CSV text whose first line names the columns. Null = it has no column `model`, or no price. */
export function readCsvFile(text: string): ReadPriceList | null {
  const rows = (parseCsv(text) ?? []).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [head, ...others] = rows
  if (head === undefined) return null
  const columns = head.cells.map(columnOf)
  return readRows(
    columns,
    others.map(({ line, cells }) => ({
      line,
      row: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
    })),
  )
}

/** The same as a list of JSON objects. */
export function readJsonFile(rows: readonly JsonRecord[]): ReadPriceList | null {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row).map(columnOf)))]
  const named = rows.map((row, index) => ({
    line: index + 1,
    row: Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  }))
  return readRows(columns, named)
}

/** `Input $/M`, `Input (dollars)` and `input` are one column. */
const columnOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\(.*?\)|\$.*$|[ _]*(usd|dollars?)[ _].*$/g, '')
    .trim()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

interface FileRow {
  /** Of a CSV text, as an editor counts; otherwise the place in the list, from 1. */
  line: number
  row: JsonRecord
}

function readRows(columns: readonly string[], rows: readonly FileRow[]): ReadPriceList | null {
  const hasPrice = columns.some((name) => rateColumns[name] !== undefined || fieldColumns.has(name))
  if (!columns.includes('model') || !hasPrice) return null
  const list: ReadPriceList = { entries: [], problems: [], lines: rows.length }
  for (const { line, row } of rows) {
    const model = textOf(row.model).trim()
    const price = buildPrice(row)
    if (model === '') list.problems.push({ model: `#${line}`, reason: makeReason('required') })
    else if (!price.ok) list.problems.push({ model, reason: price.reason })
    else if (price.value !== null) list.entries.push({ name: model, provider: '', bare: null, price: price.value })
  }
  return list
}

/** Columns with ratios are more exact than those in dollars, which were computed from them. Null = no price. */
function buildPrice(row: JsonRecord): Built<ListedPrice | null> {
  const fields = readFields(row)
  if (!fields.ok) return fields
  const rules = readRules(row.rules)
  if (!rules.ok) return rules
  if (hasAmount(fields.value)) return { ok: true, value: { fields: fields.value, rules: rules.value, axes: 'all' } }
  const rates = readRates(
    Object.fromEntries(Object.entries(rateColumns).map(([column, name]) => [name, row[column]])),
    'per million',
  )
  if (!rates.ok) return rates
  if (Object.keys(rates.value).length === 0) return buildCallPrice(row.per_call)
  const price = buildTokenPrice(rates.value, [], [])
  return price.ok ? { ok: true, value: { ...price.value, rules: rules.value, axes: 'all' } } : price
}

function readFields(row: JsonRecord): Built<PriceFields> {
  const fields: PriceFields = {}
  for (const name of [...fixedFields, ...fieldNames]) {
    const amount = readPlausible(row[name])
    if (!amount.ok) return amount
    if (amount.value !== null) fields[name] = decimalNumber(amount.value)
  }
  return { ok: true, value: fields }
}

/** Rules as JSON; none = the file does not say. */
function readRules(value: unknown): Built<ListedPrice['rules']> {
  if (value === undefined || value === null || value === '') return { ok: true, value: null }
  const rules = priceRuleList.safeParse(typeof value === 'string' ? parseJson(value) : value)
  return rules.success ? { ok: true, value: rules.data } : { ok: false, reason: makeReason('isNotValid') }
}
