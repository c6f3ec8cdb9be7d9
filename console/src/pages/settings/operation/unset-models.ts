import { parseAmount } from '../../../lib/price-conversion.ts'
import { type PriceEdit, type PriceTables, type Pricing, pricingOf, settlePricing } from './price-rows.ts'

/** The models that the server reports as unset, without those that `tables` price, filtered by `keyword`. */
export function stillUnset<Row extends { model: string }>(
  unset: readonly Row[],
  tables: PriceTables,
  keyword: string,
): Row[] {
  const wanted = keyword.trim().toLowerCase()
  const isPriced = (name: string) => tables.ModelPrice.has(name) || tables.ModelRatio.has(name)
  return unset.filter(({ model }) => !isPriced(model) && model.toLowerCase().includes(wanted))
}

export const batchTypes = ['price', 'ratio', 'completionRatio', 'bothRatio'] as const
export type BatchType = (typeof batchTypes)[number]

/** The input for many models at once. `completionRatio` counts only for `bothRatio`. */
export interface BatchFill {
  type: BatchType
  value: string
  completionRatio: string
}
export type BatchFault = 'noModels' | 'bothRequired' | 'valueRequired' | 'notNumber'
type BatchValues = Partial<Pricing>

/** The fault of one text of the form, without the models. */
export function fillFault(type: BatchType, text: string): BatchFault | null {
  const read = readBatchFill({ type, value: text, completionRatio: text }, 1)
  return read.ok ? null : read.fault
}

export function readBatchFill(
  { type, value, completionRatio }: BatchFill,
  selected: number,
): { ok: true; values: BatchValues } | { ok: false; fault: BatchFault } {
  if (selected === 0) return { ok: false, fault: 'noModels' }
  const [first, second] = [parseAmount(value), parseAmount(completionRatio)]
  const isBoth = type === 'bothRatio'
  if (isBoth && (first === 'empty' || second === 'empty')) return { ok: false, fault: 'bothRequired' }
  if (first === 'empty') return { ok: false, fault: 'valueRequired' }
  if (first === 'invalid' || (isBoth && second === 'invalid')) return { ok: false, fault: 'notNumber' }
  if (isBoth) return { ok: true, values: { ratio: first, completionRatio: Number(second) } }
  return { ok: true, values: { [type]: first } }
}

/** `values` for all of `names`: a price clears the ratios, a ratio clears the price. */
export const batchEdits = (tables: PriceTables, names: readonly string[], values: BatchValues): PriceEdit[] =>
  names.map((name) => {
    const current = pricingOf(tables, name)
    const ratios = { ratio: current?.ratio ?? null, completionRatio: current?.completionRatio ?? null }
    return [name, settlePricing({ price: null, ...ratios, ...values })]
  })
