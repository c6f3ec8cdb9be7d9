import type { CostEntry } from '@sluice/contract/cost-prices'
import type { PriceRule } from '@sluice/contract/price-rules'
import type { ChangedPrice, PriceEntry, PriceSheetRow } from '@sluice/contract/price-sheet'
import { dollarsOf, type FigureKey, figureKeys } from '../sheet/figures.ts'
import { isSameCost, type ModelPrice, noPrice, type PricePatch, priceOfRow } from './model-price.ts'

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

/** What differs between two prices of a model. */
export function differenceOf(model: string, before: ModelPrice, after: ModelPrice, quotaPerUnit: number): Difference {
  const figures = figureKeys.flatMap((figure) => {
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

/** What a publication changed. */
export const differenceInLine = ({ model, before, after }: ChangedPrice, quotaPerUnit: number): Difference =>
  differenceOf(model, ...pricesOf(before, after), quotaPerUnit)

/** The history leaves out rules that are too long: nothing is said of them. */
function pricesOf(...entries: [PriceEntry, PriceEntry]): [ModelPrice, ModelPrice] {
  const hasRules = entries.every(({ rules }) => rules !== null)
  const [before, after] = entries.map((entry) => ({ ...entry, rules: hasRules ? (entry.rules ?? []) : [] }))
  return [before ?? noPrice, after ?? noPrice]
}

/** Unpublished changes of which the published price has changed in the meantime. */
export interface Conflict {
  model: string
  /** What someone else published. */
  theirs: Difference
  by: string
}

interface Versions {
  before: ReadonlyMap<string, PriceSheetRow>
  now: ReadonlyMap<string, PriceSheetRow>
}

export function conflictsOf(
  patches: ReadonlyMap<string, PricePatch>,
  { before, now }: Versions,
  quotaPerUnit: number,
): Conflict[] {
  return [...patches.keys()].flatMap((model) => {
    const [old, row] = [before.get(model), now.get(model)]
    if (old === undefined || row === undefined) return []
    const [was, is] = [priceOfRow(old), priceOfRow(row)]
    const theirs = differenceOf(model, was, is, quotaPerUnit)
    if (theirs.figures.length === 0 && [theirs.rules, theirs.expression, theirs.cost].every((part) => part === null))
      return []
    return [{ model, theirs, by: row.last_change?.by ?? '' }]
  })
}
