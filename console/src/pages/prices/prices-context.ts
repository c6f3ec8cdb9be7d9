import type { MarkupRule, PriceSheet, PriceSheetRow } from '@sluice/contract/price-sheet'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { may, useSessionUser } from '../../lib/session.ts'
import type { ChangeStore, PatchEdits, Patches } from './changes/change-store.ts'
import { mergeModel } from './changes/merge-changes.ts'
import { type ModelPrice, ownFieldsOf, type PricePatch, priceOfRow, withPatch } from './changes/model-price.ts'
import { rowsByModel } from './queries.ts'

interface Prices {
  store: ChangeStore
  sheet: PriceSheet | undefined
  rowOf(model: string): PriceSheetRow | undefined
  /** Adds to the unpublished changes, on the sheet as it is shown. */
  edit(edits: PatchEdits): void
  editRules(rules: readonly MarkupRule[]): void
  quotaPerUnit: number
}

/** Whether the administrator may publish prices, and therefore edits them. */
export const useMayWritePrices = (): boolean => may(useSessionUser(), 'setting.write')

/** The unpublished change of a model on the sheet as it is shown, which may be newer than the change. */
function changeOn({ store, sheet, rowOf, quotaPerUnit }: Prices, model: string, patch = store.get().get(model)) {
  const base = store.base()
  if (patch === undefined || base === null || sheet === undefined || base.version === sheet.version) return patch
  const before = rowsByModel(base).get(model)
  return mergeModel(model, patch, { before, now: rowOf(model), quotaPerUnit }).patch ?? undefined
}

export const PricesContext = createContext<Prices | null>(null)

export function usePrices(): Prices {
  const prices = useContext(PricesContext)
  if (prices === null) throw new Error('not in the page of prices')
  return prices
}

/** The unpublished change of a model. */
function usePatch(model: string): PricePatch | undefined {
  const prices = usePrices()
  const { store } = prices
  const patch = useSyncExternalStore(store.subscribe, () => store.get().get(model))
  return useMemo(() => changeOn(prices, model, patch), [prices, model, patch])
}

/** All unpublished changes. */
export function usePatches(): Patches {
  const { store } = usePrices()
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The unpublished markup rules; null = they stay. */
export function usePendingRules(): readonly MarkupRule[] | null {
  const { store } = usePrices()
  return useSyncExternalStore(store.subscribe, store.rules)
}

/** The published price of a model, and the price with its unpublished change. */
export function usePriceOf(row: PriceSheetRow): { before: ModelPrice; price: ModelPrice } {
  const before = priceOfRow(row)
  return { before, price: withPatch(before, usePatch(row.model)) }
}

/** The price of a model with its unpublished change, outside rendering. */
export function priceNow(prices: Prices, model: string) {
  const row = prices.rowOf(model)
  const before = priceOfRow(row)
  const patch = changeOn(prices, model)
  return { before, price: withPatch(before, patch), own: ownFieldsOf(row, patch) }
}
