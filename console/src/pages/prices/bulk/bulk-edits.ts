import { exactProduct } from '@sluice/contract/decimal'
import type { PriceFields } from '@sluice/contract/price-rules'
import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import type { PatchEdits } from '../changes/change-store.ts'
import { listPriceOf, type ModelPrice, noPrice, patchBetween } from '../changes/model-price.ts'
import { type FigureKey, figureValueOf, isPriced, type OwnFields, scaled, withValue } from '../sheet/figures.ts'

/** What is done to the prices of several models. Amounts are dollars. */
export type BulkEdit =
  | { kind: 'set'; figure: FigureKey; dollars: number }
  | { kind: 'factor'; figure: FigureKey | 'all'; factor: number }
  | { kind: 'cost'; percent: number }
  | { kind: 'list' }
  | { kind: 'remove' }
export type BulkKind = BulkEdit['kind']

export interface BulkModel {
  row: PriceSheetRow
  before: ModelPrice
  price: ModelPrice
  own: OwnFields
}

export interface BulkResult {
  edits: PatchEdits
  /** Models that already are so. */
  same: number
  /** Models that cannot be changed so: without a cost, without a price on the maker's list, by expression. */
  impossible: string[]
}

/** The edits of all models that the change applies to. */
export function bulkEdits(models: readonly BulkModel[], edit: BulkEdit, quotaPerUnit: number): BulkResult {
  const edits: [string, ReturnType<typeof patchBetween>][] = []
  const impossible: string[] = []
  let same = 0
  for (const model of models) {
    const { row, before, price } = model
    const after = priceAfter(model, edit, quotaPerUnit)
    if (after === null) impossible.push(row.model)
    else if (patchBetween(price, after) === null) same += 1
    else edits.push([row.model, patchBetween(before, after)])
  }
  return { edits, same, impossible }
}

function priceAfter(model: BulkModel, edit: BulkEdit, quotaPerUnit: number): ModelPrice | null {
  const { row, price } = model
  if (edit.kind === 'remove') return noPrice
  if (edit.kind === 'list') return listPriceOf(row)
  // A price by expression has no figures.
  if (price.expression !== null) return null
  const fields = fieldsAfter(model, edit, quotaPerUnit)
  return fields === null ? null : { ...price, fields }
}

function fieldsAfter(
  { row, price: { fields }, own }: BulkModel,
  edit: Exclude<BulkEdit, { kind: 'remove' | 'list' }>,
  quotaPerUnit: number,
): PriceFields | null {
  const units = { unit: 'dollars', quotaPerUnit, own } as const
  const put = (figure: FigureKey, dollars: number): PriceFields | null => {
    const result = withValue(fields, figure, dollars, units)
    return result.ok ? result.fields : null
  }
  switch (edit.kind) {
    case 'set':
      return put(edit.figure, edit.dollars)
    case 'factor': {
      if (edit.figure === 'all') return isPriced(fields) ? scaled(fields, edit.factor) : null
      const value = figureValueOf(fields, edit.figure, units)
      return value === null ? null : put(edit.figure, exactProduct(value, edit.factor))
    }
    case 'cost': {
      const cost = row.cost.fields
      if (cost === null || !isPriced(cost)) return null
      return scaled(cost, exactProduct(100 + edit.percent, 0.01))
    }
  }
}
