import type { CostEntry } from '@sluice/contract/cost-prices'
import type { PriceFields, PriceRule } from '@sluice/contract/price-rules'
import type { PriceChangeOfModel, PriceSheetRow } from '@sluice/contract/price-sheet'
import { figureKeys, figures, type OwnFields } from '../sheet/figures.ts'

/** The price of a model as an administrator sets it. */
export interface ModelPrice {
  fields: PriceFields
  rules: readonly PriceRule[]
  expression: string | null
  /** The entry in the site's list of costs; null = none, absent = it is not meant. */
  cost?: CostEntry | null | undefined
}

export const noPrice: ModelPrice = { fields: {}, rules: [], expression: null }

/** The published price. A model that the sheet does not have has none. */
export const priceOfRow = (row: PriceSheetRow | undefined): ModelPrice =>
  row === undefined
    ? noPrice
    : { fields: row.fields, rules: row.rules, expression: row.expression, cost: row.cost.entry }

/** The price of the maker's list; null = the list does not have the model. */
export const listPriceOf = ({ list, list_rules }: PriceSheetRow): ModelPrice | null =>
  list && { fields: list, rules: list_rules, expression: null }

/** What is changed of one model. */
export type PricePatch = Omit<PriceChangeOfModel, 'model'>

/** The price after a change. */
export function withPatch(price: ModelPrice, patch: PricePatch | undefined): ModelPrice {
  if (patch === undefined) return price
  const fields: Record<string, number> = { ...price.fields }
  for (const [field, value] of Object.entries(patch.fields ?? {})) {
    if (value === null) delete fields[field]
    else if (value !== undefined) fields[field] = value
  }
  return {
    fields,
    rules: patch.rules === undefined ? price.rules : (patch.rules ?? []),
    expression: patch.expression === undefined ? price.expression : patch.expression,
    cost: patch.cost === undefined ? price.cost : patch.cost,
  }
}

/** The fields that have entries of their own after a change. */
export const ownFieldsOf = (row: PriceSheetRow | undefined, patch: PricePatch | undefined): OwnFields =>
  new Set([...(row?.set ?? []), ...Object.keys(patch?.fields ?? {})])

export const isSameCost = (a: CostEntry | null = null, b: CostEntry | null = null): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** The change from one price to another; null = they are the same. */
export function patchBetween(before: ModelPrice, after: ModelPrice): PricePatch | null {
  const fields = Object.fromEntries(
    figureKeys.flatMap((key) => {
      const { field } = figures[key]
      const [was, is] = [before.fields[field], after.fields[field]]
      return was === is ? [] : [[field, is ?? null]]
    }),
  )
  const patch: PricePatch = {
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(JSON.stringify(before.rules) !== JSON.stringify(after.rules) && {
      rules: after.rules.length === 0 ? null : [...after.rules],
    }),
    ...(before.expression !== after.expression && { expression: after.expression }),
    ...(after.cost !== undefined && !isSameCost(before.cost, after.cost) && { cost: after.cost }),
  }
  return Object.keys(patch).length > 0 ? patch : null
}
