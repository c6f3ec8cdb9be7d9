import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { isOneOf } from '@sluice/contract/typed-keys'
import { fits } from '../../../lib/loaded-list.ts'
import { dollarsOf, figureKeys, mainDollarsOf } from './figures.ts'
import type { SheetFilters } from './sheet-filters.ts'

const byName = new Intl.Collator('en', { numeric: true }).compare

/** The rows that match; `isPending`: whether a model has unpublished changes. */
export const filterRows = (
  rows: readonly PriceSheetRow[],
  filters: SheetFilters,
  isPending: (model: string) => boolean,
): PriceSheetRow[] =>
  rows.filter(
    (row) =>
      fits(filters.keyword, [row.model, row.vendor]) &&
      (filters.vendor === '' || row.vendor === filters.vendor) &&
      (filters.state === '' || row.state === filters.state) &&
      (filters.origin === '' || row.origin === filters.origin) &&
      hasRemark(row, filters.only, isPending),
  )

function hasRemark(row: PriceSheetRow, remark: string, isPending: (model: string) => boolean): boolean {
  switch (remark) {
    case 'pending':
      return isPending(row.model)
    case 'differs':
      return row.is_changed
    case 'loss':
      return row.margin_percent !== null && row.margin_percent < 0
    default:
      return true
  }
}

/** What a column is sorted by; null = unknown, which comes last in either order. */
function sortValueOf(row: PriceSheetRow, sort: string, quotaPerUnit: number): number | string | null {
  if (isOneOf(figureKeys, sort)) return dollarsOf(row.fields, sort, quotaPerUnit)
  switch (sort) {
    case 'model':
      return row.model
    case 'cost':
      return row.cost.fields && mainDollarsOf(row.cost.fields, quotaPerUnit)
    case 'margin':
      return row.margin_percent
    case 'channels':
      return row.channels
    case 'calls':
      return row.calls_7d
    case 'charge':
      return row.charge_7d
    case 'source':
      return row.origin
    case 'changed':
      return row.last_change?.at ?? null
    default:
      return null
  }
}

interface Order {
  sort: string
  isAscending: boolean
  quotaPerUnit: number
}

/** What needs a price comes first, and what no channel offers last. */
const places: Readonly<Record<PriceSheetRow['state'], number>> = { unpriced: 0, sold: 1, hidden: 2, idle: 3 }

/** Without a column, by state, then by calls. */
export function sortRows(rows: readonly PriceSheetRow[], { sort, isAscending, quotaPerUnit }: Order): PriceSheetRow[] {
  if (sort === '') {
    return rows.toSorted(
      (a, b) => places[a.state] - places[b.state] || b.calls_7d - a.calls_7d || byName(a.model, b.model),
    )
  }
  const sign = isAscending ? 1 : -1
  return rows
    .map((row) => ({ row, value: sortValueOf(row, sort, quotaPerUnit) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) {
        return Number(a.value === null) - Number(b.value === null) || byName(a.row.model, b.row.model)
      }
      const order =
        typeof a.value === 'number' && typeof b.value === 'number'
          ? a.value - b.value
          : byName(String(a.value), String(b.value))
      return sign * order || byName(a.row.model, b.row.model)
    })
    .map(({ row }) => row)
}

/** A model that only an unpublished change names. */
export const newRowOf = (model: string): PriceSheetRow => ({
  model,
  vendor: '',
  state: 'idle',
  origin: 'none',
  fields: {},
  set: [],
  rules: [],
  expression: null,
  list: null,
  list_rules: [],
  is_changed: false,
  markup: null,
  cost: { origin: 'none', fields: null, share: null, entry: null },
  margin_percent: null,
  channels: 0,
  calls_7d: 0,
  charge_7d: 0,
  last_change: null,
})
