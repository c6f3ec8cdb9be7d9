import type { MarkupRule, PriceSheet, PriceSheetRow } from '@sluice/contract/price-sheet'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ChangeStore, PatchEdits, Patches } from './changes/change-store.ts'
import { type ModelPrice, type PricePatch, priceOfRow, withPatch } from './changes/model-price.ts'
import type { OwnFields } from './sheet/figures.ts'

interface Prices {
  store: ChangeStore
  sheet: PriceSheet | undefined
  rowOf(model: string): PriceSheetRow | undefined
  /** Adds to the unpublished changes, on the sheet as it is shown. */
  edit(edits: PatchEdits): void
  editRules(rules: readonly MarkupRule[]): void
  quotaPerUnit: number
}

export const PricesContext = createContext<Prices | null>(null)

export function usePrices(): Prices {
  const prices = useContext(PricesContext)
  if (prices === null) throw new Error('not in the page of prices')
  return prices
}

/** The unpublished change of a model. */
function usePatch(model: string): PricePatch | undefined {
  const { store } = usePrices()
  return useSyncExternalStore(store.subscribe, () => store.get().get(model))
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
export function priceNow({ store, rowOf }: Pick<Prices, 'store' | 'rowOf'>, model: string) {
  const row = rowOf(model)
  const before = priceOfRow(row)
  const patch = store.get().get(model)
  const own: OwnFields = new Set([...(row?.set ?? []), ...Object.keys(patch?.fields ?? {})])
  return { before, price: withPatch(before, patch), own }
}
