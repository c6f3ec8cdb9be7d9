import { buildCsv, type CsvCell } from '@sluice/contract/csv'
import type { PriceFields } from '@sluice/contract/price-rules'
import {
  type ChangeableField,
  changeableFieldNames,
  type PriceFileFormat,
  type PriceSheetRow,
} from '@sluice/contract/price-sheet'
import { type DollarColumn, dollarColumns, dollarsOf } from './dollar-prices.ts'

/** The columns of a file that change prices; others are for readers. */
export const fieldColumns: readonly ChangeableField[] = changeableFieldNames
/** Dollars a call, beside the field `price`, which is the same. */
const head = ['model', ...dollarColumns, ...fieldColumns, 'rules', 'origin', 'cost_input', 'cost_price', 'cost_origin']

/** The sheet as a file. */
export function buildPriceFile(rows: readonly PriceSheetRow[], format: PriceFileFormat): string {
  const lines = rows.map(buildLine)
  if (format === 'csv') return buildCsv([head, ...lines.map((line) => head.map((name) => cellOf(line[name])))])
  return JSON.stringify(lines, null, 1)
}

type Line = Partial<Record<string, unknown>> & Partial<Record<DollarColumn | ChangeableField, number>>

function buildLine({ model, fields, rules, origin, cost }: PriceSheetRow): Line {
  const costDollars = cost.fields === null ? {} : dollarsOf(cost.fields)
  return {
    model,
    ...dollarsOf(fields),
    ...pickFields(fields),
    ...(rules.length > 0 && { rules }),
    origin,
    ...(costDollars.input !== undefined && { cost_input: costDollars.input }),
    ...(cost.fields?.price !== undefined && { cost_price: cost.fields.price }),
    cost_origin: cost.origin,
  }
}

const pickFields = (fields: PriceFields): Partial<Record<ChangeableField, number>> =>
  Object.fromEntries(fieldColumns.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

function cellOf(value: unknown): CsvCell {
  if (value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
