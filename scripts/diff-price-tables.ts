import { type Decimal, decimalOf, decimalText, roundDecimal, times } from '../contract/src/decimal.ts'
import type { PriceRule } from '../contract/src/price-rules.ts'
import type { PriceTables } from '../server/src/core/billing/default-prices.ts'
import type { ModelPrice, RatioPrice } from '../server/src/core/billing/model-price.ts'
import { createPriceList } from '../server/src/core/billing/price-list.ts'
import { modelsIn } from '../server/src/core/billing/price-tables.ts'

/** Dollars for a million tokens of a part; for `call` and `second`, for one. Parts with a default price are omitted. */
type PriceFigures = Readonly<Record<string, number>>

export interface PriceDifference {
  model: string
  kind: 'added' | 'removed' | 'changed'
  /** The two prices; null = no separate price. */
  figures: { name: string; from: number | null; to: number | null }[]
  /** Set when the rules differ. */
  rules: { from: readonly PriceRule[]; to: readonly PriceRule[] } | null
}

/** The models whose price differs between two sets of tables, in any notation, ordered by name. */
export function diffPriceTables(current: PriceTables, next: PriceTables): PriceDifference[] {
  const [before, after] = [readPrices(current), readPrices(next)]
  const models = [...new Set([...before.models, ...after.models])].sort()
  return models.flatMap((model) => {
    const [from, to] = [before.readFigures(model), after.readFigures(model)]
    const figures = diffFigures(from ?? {}, to ?? {})
    const rules = { from: current.PriceRules[model] ?? [], to: next.PriceRules[model] ?? [] }
    const hasOtherRules = JSON.stringify(rules.from) !== JSON.stringify(rules.to)
    if (figures.length === 0 && !hasOtherRules) return []
    const kind = from === null ? 'added' : to === null ? 'removed' : 'changed'
    return [{ model, kind, figures, rules: hasOtherRules ? rules : null }]
  })
}

function readPrices(tables: PriceTables) {
  const priceList = createPriceList({ ...tables, QuotaPerUnit: 500_000 })
  return {
    models: modelsIn(tables),
    readFigures(model: string): PriceFigures | null {
      const plan = priceList.planOf(model)
      return plan && buildFigures(plan.base)
    },
  }
}

function diffFigures(from: PriceFigures, to: PriceFigures): PriceDifference['figures'] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return names
    .map((name) => ({ name, from: from[name] ?? null, to: to[name] ?? null }))
    .filter((figure) => figure.from !== figure.to)
}

function buildFigures(price: ModelPrice): PriceFigures {
  // No default price is an expression.
  if (price.kind === 'expression') return {}
  if (price.kind === 'per_call') return { [price.unit ?? 'call']: price.price }
  return { input: dollars(price, 1), output: dollars(price, price.completionRatio), ...buildSeparateFigures(price) }
}

/** The parts that have a price of their own. */
function buildSeparateFigures(price: RatioPrice): PriceFigures {
  const { cacheReadRatio, cacheWrite5mRatio, imageRatio, imageCompletionRatio, audioRatio } = price
  const figures: Record<string, number> = {}
  if (cacheReadRatio !== 1) figures.cache_read = dollars(price, cacheReadRatio)
  if (cacheWrite5mRatio !== 1) figures.cache_write = dollars(price, cacheWrite5mRatio)
  if (imageRatio !== 1) figures.image_input = dollars(price, imageRatio)
  if (imageCompletionRatio !== price.completionRatio) figures.image_output = dollars(price, imageCompletionRatio)
  if (audioRatio === 1) return figures
  figures.audio_input = dollars(price, audioRatio)
  figures.audio_output = dollars(price, audioRatio, price.audioCompletionRatio)
  figures.audio_cache_read = dollars(price, audioRatio, price.audioCacheRatio)
  return figures
}

/** A ratio of 1 is 2 dollars a million tokens. Rounded to six decimals, because ratios are inexact quotients. */
function dollars({ ratio }: RatioPrice, ...factors: number[]): number {
  const exact = [2, ratio, ...factors].map(decimalOf).reduce<Decimal>(times, decimalOf(1))
  return Number(decimalText(roundDecimal(exact, 6)))
}
