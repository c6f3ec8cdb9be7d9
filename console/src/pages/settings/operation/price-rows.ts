import { type NumberTable, parseNumbers, writeTable } from './json-table.ts'

const priceKeys = ['ModelPrice', 'ModelRatio', 'CompletionRatio'] as const
type PriceKey = (typeof priceKeys)[number]

/** The three options of prices, as JSON texts. */
export type PriceTexts = Readonly<Record<PriceKey, string>>
export type PriceTables = Readonly<Record<PriceKey, NumberTable>>

/** The values of a model; null = none. A fixed price makes the ratios ineffective. */
export interface Pricing {
  /** Dollars a call. */
  price: number | null
  ratio: number | null
  completionRatio: number | null
}

export interface PriceRow extends Pricing {
  name: string
  /** Compared with the saved values. */
  change: 'none' | 'added' | 'changed' | 'removed'
  /** Prices of both kinds are set; only the fixed one counts. */
  isConflicting: boolean
}

const nothing: Pricing = { price: null, ratio: null, completionRatio: null }

/** null if one of the texts cannot be parsed. */
export function parsePriceTables(texts: PriceTexts): PriceTables | null {
  const [prices, ratios, completion] = priceKeys.map((key) => parseNumbers(texts[key]))
  if (!prices?.ok || !ratios?.ok || !completion?.ok) return null
  return { ModelPrice: prices.value, ModelRatio: ratios.value, CompletionRatio: completion.value }
}

/** A model's values in the tables; null if none contains it. */
export function pricingOf(tables: PriceTables, name: string): Pricing | null {
  const price = tables.ModelPrice.get(name)
  const ratio = tables.ModelRatio.get(name)
  const completionRatio = tables.CompletionRatio.get(name)
  if (price === undefined && ratio === undefined && completionRatio === undefined) return null
  return { price: price ?? null, ratio: ratio ?? null, completionRatio: completionRatio ?? null }
}

const byName = new Intl.Collator('en', { numeric: true }).compare

/** Every model with a current or a saved price, by name. A removed one keeps its old figures. */
export function buildPriceRows(stored: PriceTables, draft: PriceTables): PriceRow[] {
  const names = new Set([stored, draft].flatMap((tables) => priceKeys.flatMap((key) => [...tables[key].keys()])))
  return [...names].sort(byName).map((name) => {
    const [before, now] = [pricingOf(stored, name), pricingOf(draft, name)]
    const pricing = now ?? before ?? nothing
    return { name, ...pricing, change: changeOf(before, now), isConflicting: isConflicting(pricing) }
  })
}

function changeOf(before: Pricing | null, now: Pricing | null): PriceRow['change'] {
  if (before === null) return 'added'
  if (now === null) return 'removed'
  const isSame =
    before.price === now.price && before.ratio === now.ratio && before.completionRatio === now.completionRatio
  return isSame ? 'none' : 'changed'
}

const isConflicting = ({ price, ratio, completionRatio }: Pricing): boolean =>
  price !== null && (ratio !== null || completionRatio !== null)

export function searchRows<Row extends { name: string }>(rows: readonly Row[], keyword: string): Row[] {
  const wanted = keyword.trim().toLowerCase()
  return rows.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** A model and its new values; null = none. */
export type PriceEdit = readonly [name: string, pricing: Pricing | null]

/** A fixed price stays alone: the ratios are cleared. */
export const settlePricing = (pricing: Pricing): Pricing =>
  pricing.price === null ? pricing : { ...nothing, price: pricing.price }

/**
 * The texts of `draft` with the edits: only those that change. Entries are in the order of `stored`, so that an undone
 * edit leaves no trace.
 */
export function writePrices(
  stored: PriceTables,
  draft: PriceTables,
  edits: readonly PriceEdit[],
): Partial<Record<PriceKey, string>> {
  const tables = {
    ModelPrice: new Map(draft.ModelPrice),
    ModelRatio: new Map(draft.ModelRatio),
    CompletionRatio: new Map(draft.CompletionRatio),
  }
  const touched = new Set<PriceKey>()
  const set = (key: PriceKey, name: string, value: number | null) => {
    if ((tables[key].get(name) ?? null) === value) return
    touched.add(key)
    if (value === null) tables[key].delete(name)
    else tables[key].set(name, value)
  }
  for (const [name, edit] of edits) {
    const { price, ratio, completionRatio } = edit ?? nothing
    set('ModelPrice', name, price)
    set('ModelRatio', name, ratio)
    set('CompletionRatio', name, completionRatio)
  }
  return Object.fromEntries([...touched].map((key) => [key, writeTable(inOrderOf(stored[key], tables[key]))]))
}

function inOrderOf(model: NumberTable, table: NumberTable): NumberTable {
  const known = [...model.keys()].filter((name) => table.has(name))
  const names = new Set([...known, ...table.keys()])
  return new Map([...names].map((name) => [name, table.get(name) ?? 0]))
}
