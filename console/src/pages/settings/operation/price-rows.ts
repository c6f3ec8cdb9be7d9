import { isSameJson, type NumberTable, numbersOrNone, writeTable } from './json-table.ts'

/** What an operator set for a model; null = nothing. A price for each call makes the ratios idle. */
export interface Pricing {
  /** Dollars a call. */
  price: number | null
  ratio: number | null
  completionRatio: number | null
}

export interface PriceTables {
  ModelPrice: NumberTable
  ModelRatio: NumberTable
  CompletionRatio: NumberTable
}
export const priceOptionKeys = ['ModelPrice', 'ModelRatio', 'CompletionRatio'] as const

/** Model to what it shall have; null = nothing any more. What is not in it stays as it is. */
export type PriceEdits = ReadonlyMap<string, Pricing | null>

export interface PriceRow extends Pricing {
  name: string
  change: 'none' | 'added' | 'changed' | 'removed'
  /** Prices of both kinds are stored, of which only the one for a call counts. */
  isConflicting: boolean
}

export const noEdits: PriceEdits = new Map()
const nothing: Pricing = { price: null, ratio: null, completionRatio: null }

export const parsePriceTables = (options: Readonly<Record<string, string>>): PriceTables => ({
  ModelPrice: numbersOrNone(options.ModelPrice ?? '{}'),
  ModelRatio: numbersOrNone(options.ModelRatio ?? '{}'),
  CompletionRatio: numbersOrNone(options.CompletionRatio ?? '{}'),
})

/** What the tables say of a model; null when none names it. */
export function pricingOf(tables: PriceTables, name: string): Pricing | null {
  const price = tables.ModelPrice.get(name)
  const ratio = tables.ModelRatio.get(name)
  const completionRatio = tables.CompletionRatio.get(name)
  if (price === undefined && ratio === undefined && completionRatio === undefined) return null
  return { price: price ?? null, ratio: ratio ?? null, completionRatio: completionRatio ?? null }
}

const isSamePricing = (a: Pricing | null, b: Pricing | null): boolean =>
  a === b || (a?.price === b?.price && a?.ratio === b?.ratio && a?.completionRatio === b?.completionRatio)

/** A price for a call stands alone. */
const settle = (pricing: Pricing): Pricing =>
  pricing.price === null ? pricing : { ...nothing, price: pricing.price }

/** `edits` and more of them; an edit that leaves everything as it was is none. */
export function withEdits(
  tables: PriceTables,
  edits: PriceEdits,
  more: Iterable<readonly [name: string, next: Pricing | null]>,
): PriceEdits {
  const changed = new Map(edits)
  for (const [name, next] of more) {
    const settled = next === null ? null : settle(next)
    if (isSamePricing(pricingOf(tables, name), settled)) changed.delete(name)
    else changed.set(name, settled)
  }
  return changed
}

export const withEdit = (
  tables: PriceTables,
  edits: PriceEdits,
  name: string,
  next: Pricing | null,
): PriceEdits => withEdits(tables, edits, [[name, next]])

export function withoutEdit(edits: PriceEdits, name: string): PriceEdits {
  const changed = new Map(edits)
  changed.delete(name)
  return changed
}

/** What counts for a model now: the edit, else what is stored. */
export function currentPricing(tables: PriceTables, edits: PriceEdits, name: string): Pricing | null {
  const edit = edits.get(name)
  return edit === undefined ? pricingOf(tables, name) : edit
}

const byName = new Intl.Collator('en', { numeric: true }).compare

/** Every model with a price, a ratio or an edit, by name. What is to be removed keeps its row and its figures. */
export function buildPriceRows(tables: PriceTables, edits: PriceEdits): PriceRow[] {
  const names = new Set([...priceOptionKeys.flatMap((key) => [...tables[key].keys()]), ...edits.keys()])
  return [...names].sort(byName).map((name) => {
    const stored = pricingOf(tables, name)
    const edit = edits.get(name)
    const pricing = edit ?? stored ?? nothing
    return { name, ...pricing, change: changeOf(stored, edit), isConflicting: isConflicting(pricing) }
  })
}

function changeOf(stored: Pricing | null, edit: Pricing | null | undefined): PriceRow['change'] {
  if (edit === undefined) return 'none'
  if (edit === null) return 'removed'
  return stored === null ? 'added' : 'changed'
}

const isConflicting = ({ price, ratio, completionRatio }: Pricing): boolean =>
  price !== null && (ratio !== null || completionRatio !== null)

export function searchRows<Row extends { name: string }>(rows: readonly Row[], keyword: string): Row[] {
  const wanted = keyword.trim().toLowerCase()
  return rows.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** The tables with the edits in them. */
export function applyEdits(tables: PriceTables, edits: PriceEdits): PriceTables {
  const next = {
    ModelPrice: new Map(tables.ModelPrice),
    ModelRatio: new Map(tables.ModelRatio),
    CompletionRatio: new Map(tables.CompletionRatio),
  }
  for (const [name, edit] of edits) {
    set(next.ModelPrice, name, edit?.price ?? null)
    set(next.ModelRatio, name, edit?.ratio ?? null)
    set(next.CompletionRatio, name, edit?.completionRatio ?? null)
  }
  return next
}

function set(table: Map<string, number>, name: string, value: number | null): void {
  if (value === null) table.delete(name)
  else table.set(name, value)
}

/** The options to write, as JSON texts: those that the edits change against `options`. */
export function buildPriceWrites(
  options: Readonly<Record<string, string>>,
  edits: PriceEdits,
): { key: string; value: string }[] {
  const next = applyEdits(parsePriceTables(options), edits)
  return priceOptionKeys
    .map((key) => ({ key, value: writeTable(next[key]) }))
    .filter(({ key, value }) => !isSameJson(value, options[key] ?? '{}'))
}
