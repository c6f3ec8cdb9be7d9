import { useMemo } from 'react'
import { useSettings } from '../settings-context.ts'
import { useOption } from '../use-option.ts'
import {
  buildPriceRows,
  type PriceEdit,
  type PriceTables,
  type PriceTexts,
  type Pricing,
  parsePriceTables,
  pricingOf,
  settlePricing,
  writePrices,
} from './price-rows.ts'
import { batchEdits } from './unset-models.ts'

const noTables: PriceTables = { ModelPrice: new Map(), ModelRatio: new Map(), CompletionRatio: new Map() }

const isNothing = ({ price, ratio, completionRatio }: Pricing): boolean =>
  price === null && ratio === null && completionRatio === null

/**
 * The prices of the card as tables, over the same texts as its JSON fields. null while one of the texts cannot be
 * parsed.
 */
export function usePriceTables() {
  const { snapshot, store } = useSettings()
  const { values } = snapshot
  const stored = useTables(values.ModelPrice, values.ModelRatio, values.CompletionRatio) ?? noTables
  const draft = useTables(useOption('ModelPrice').text, useOption('ModelRatio').text, useOption('CompletionRatio').text)
  const rows = useMemo(() => (draft === null ? [] : buildPriceRows(stored, draft)), [stored, draft])
  if (draft === null) return null

  const write = (edits: readonly PriceEdit[]) => {
    for (const [key, text] of Object.entries(writePrices(stored, draft, edits))) store.set(key, text)
  }
  return {
    rows,
    tables: draft,
    changedCount: rows.filter(({ change }) => change !== 'none').length,
    pricingOf: (name: string) => pricingOf(draft, name),
    /** Empty values mean that the model has no price. */
    change: (name: string, pricing: Pricing) => write([[name, isNothing(pricing) ? null : settlePricing(pricing)]]),
    remove: (name: string) => write([[name, null]]),
    /** Restores the saved values. */
    undo: (name: string) => write([[name, pricingOf(stored, name)]]),
    fill: (names: readonly string[], values: Partial<Pricing>) => write(batchEdits(draft, names, values)),
  }
}
export type PriceEditing = NonNullable<ReturnType<typeof usePriceTables>>

const textsOf = (price = '{}', ratio = '{}', completion = '{}'): PriceTexts => ({
  ModelPrice: price,
  ModelRatio: ratio,
  CompletionRatio: completion,
})

const useTables = (price?: string, ratio?: string, completion?: string): PriceTables | null =>
  useMemo(() => parsePriceTables(textsOf(price, ratio, completion)), [price, ratio, completion])
