import { buildCsv, type CsvCell } from '@sluice/contract/csv'
import { changeableFieldNames, type PriceFileFormat, type PriceSheetRow } from '@sluice/contract/price-sheet'
import { mapKeys } from '@sluice/contract/typed-keys'
import { dollarColumns, dollarsOf } from './dollar-prices.ts'

/** The columns after `rules` are for readers. */
const head = [
  'model',
  ...dollarColumns,
  ...changeableFieldNames,
  'rules',
  'origin',
  'cost_input',
  'cost_price',
  'cost_origin',
]

/** The sheet as a file. */
export function buildPriceFile(rows: readonly PriceSheetRow[], format: PriceFileFormat): string {
  const lines = rows.map(buildLine)
  if (format === 'csv') return buildCsv([head, ...lines.map((line) => head.map((name) => cellOf(line[name])))])
  return JSON.stringify(lines, null, 1)
}

/** Undefined = an empty cell, or no entry in JSON. */
const buildLine = ({ model, fields, rules, origin, cost }: PriceSheetRow): Readonly<Record<string, unknown>> => ({
  model,
  ...dollarsOf(fields),
  ...mapKeys(changeableFieldNames, (name) => fields[name]),
  rules: rules.length > 0 ? rules : undefined,
  origin,
  cost_input: dollarsOf(cost.fields ?? {}).input,
  cost_price: cost.fields?.price,
  cost_origin: cost.origin,
})

function cellOf(value: unknown): CsvCell {
  if (value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
