import type { CostEntry } from '@sluice/contract/cost-prices'
import { amountFields } from '@sluice/contract/price-amounts'
import type { PriceRule } from '@sluice/contract/price-rules'
import type { ChangedPrice, PriceEntry, PriceSheetRow } from '@sluice/contract/price-sheet'
import { dollarsOf, type FigureKey, fieldOf, figureKeys, isAudio, type OwnFields } from '../sheet/figures.ts'
import {
  isSameCost,
  type ModelPrice,
  noPrice,
  ownFieldsOf,
  type PricePatch,
  priceOfRow,
  withPatch,
} from './model-price.ts'

/** A figure in dollars before and after; null = none. */
interface FigureDifference {
  figure: FigureKey
  before: number | null
  after: number | null
}

export interface Difference {
  model: string
  figures: FigureDifference[]
  /** Where they differ. */
  rules: { before: readonly PriceRule[]; after: readonly PriceRule[] } | null
  expression: { before: string | null; after: string | null } | null
  cost: { before: CostEntry | null; after: CostEntry | null } | null
  /** Nothing is left of the price. */
  isRemoved: boolean
}

/** What differs between two prices of a model; `own`: the fields with entries of their own, absent = all. */
export function differenceOf(
  model: string,
  before: ModelPrice,
  after: ModelPrice,
  { quotaPerUnit, own }: { quotaPerUnit: number; own?: OwnFields },
): Difference {
  const figures = figureKeys.flatMap((figure) => {
    // Every model has prices of audio by its name, and few take or give any.
    if (own !== undefined && isAudio(figure) && !own.has(fieldOf(figure))) return []
    const [was, is] = [before, after].map(({ fields }) => dollarsOf(fields, figure, quotaPerUnit))
    return was === is ? [] : [{ figure, before: was ?? null, after: is ?? null }]
  })
  return {
    model,
    figures,
    rules:
      JSON.stringify(before.rules) === JSON.stringify(after.rules)
        ? null
        : { before: before.rules, after: after.rules },
    expression: before.expression === after.expression ? null : { before: before.expression, after: after.expression },
    cost:
      before.cost === undefined || after.cost === undefined || isSameCost(before.cost, after.cost)
        ? null
        : { before: before.cost, after: after.cost },
    isRemoved: isPriced(before) && !isPriced(after),
  }
}

const isPriced = ({ fields, expression }: ModelPrice): boolean => Object.keys(fields).length > 0 || expression !== null

/** What a change of a row makes of its price. */
export function differenceOfRow(
  model: string,
  { row, patch, quotaPerUnit }: { row: PriceSheetRow | undefined; patch: PricePatch; quotaPerUnit: number },
): Difference {
  const before = priceOfRow(row)
  const found = differenceOf(model, before, withPatch(before, patch), { quotaPerUnit, own: ownFieldsOf(row, patch) })
  // Below an expression, the sheet does not show the figures that count without it.
  const hasFigures = amountFields.some((field) => row?.set.includes(field) === true && patch.fields?.[field] !== null)
  return before.expression !== null && hasFigures ? { ...found, isRemoved: false } : found
}

/** What a publication changed. */
export const differenceInLine = ({ model, before, after }: ChangedPrice, quotaPerUnit: number): Difference =>
  differenceOf(model, ...pricesOf(before, after), { quotaPerUnit })

/** The history leaves out rules that are too long: nothing is said of them. */
function pricesOf(...entries: [PriceEntry, PriceEntry]): [ModelPrice, ModelPrice] {
  const hasRules = entries.every(({ rules }) => rules !== null)
  const [before, after] = entries.map((entry) => ({ ...entry, rules: hasRules ? (entry.rules ?? []) : [] }))
  return [before ?? noPrice, after ?? noPrice]
}
