import { parseAmount } from './price-conversion.ts'
import { currentPricing, type PriceEdits, type PriceTables, type Pricing, withEdits } from './price-rows.ts'

/** The enabled models that have neither a price nor a ratio, edits counted in. */
export const unsetModels = (enabled: readonly string[], tables: PriceTables, edits: PriceEdits): string[] =>
  [...new Set(enabled)].filter((name) => {
    const pricing = currentPricing(tables, edits, name)
    return pricing === null || (pricing.price === null && pricing.ratio === null)
  })

export const batchTypes = ['price', 'ratio', 'completionRatio', 'bothRatio'] as const
export type BatchType = (typeof batchTypes)[number]

/** What was typed for many models at once. `completionRatio` counts for `bothRatio` alone. */
export interface BatchFill {
  type: BatchType
  value: string
  completionRatio: string
}
export type BatchFault = 'noModels' | 'bothRequired' | 'valueRequired' | 'notNumber'
type BatchValues = Partial<Pricing>

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
export const withBatch = (
  tables: PriceTables,
  edits: PriceEdits,
  names: readonly string[],
  values: BatchValues,
): PriceEdits =>
  withEdits(
    tables,
    edits,
    names.map((name) => {
      const current = currentPricing(tables, edits, name)
      const ratios = { ratio: current?.ratio ?? null, completionRatio: current?.completionRatio ?? null }
      return [name, { price: null, ...ratios, ...values }] as const
    }),
  )
