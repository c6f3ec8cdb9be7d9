import { exactProduct } from '@sluice/contract/decimal'
import type { LogRow } from './log-rows.ts'

/**
 * What an expression charged for a call, in the short form of other prices; before the group ratio, in currency units,
 * of tokens and characters per million.
 */
type ExpressionPrice =
  | { kind: 'tokens'; input: number; output: number }
  /** The call has no output. */
  | { kind: 'input'; input: number }
  | { kind: 'call' | 'second' | 'character'; price: number }
  /** No short form says it: it is no sum of products, or of other counts. `tier`: '' = it has no name. */
  | { kind: 'other'; tier: string }

/** Counts whose price has a short form only if it is the whole price. An expression states amounts times a million. */
const units = [
  { variable: 'call', kind: 'call', scale: 0.000_001 },
  { variable: 'sec', kind: 'second', scale: 0.000_001 },
  { variable: 'chars', kind: 'character', scale: 1 },
] as const

/** The price of the tier that was charged. A row has its parts only of the counts that the call has. */
export function expressionPriceOf({
  detail,
  completion_tokens,
}: Pick<LogRow, 'detail' | 'completion_tokens'>): ExpressionPrice {
  const { expr_parts = [], price_factor = 1, matched_tier = '' } = detail
  const prices = new Map(expr_parts.map(({ variable, price }) => [variable, exactProduct(price, price_factor)]))
  const other: ExpressionPrice = { kind: 'other', tier: matched_tier }
  for (const { variable, kind, scale } of units) {
    const price = prices.get(variable)
    if (price !== undefined) return prices.size > 1 ? other : { kind, price: exactProduct(price, scale) }
  }
  const [input, output] = [prices.get('p'), prices.get('c')]
  if (prices.has('len') || input === undefined) return other
  if (output !== undefined) return { kind: 'tokens', input, output }
  return completion_tokens === 0 ? { kind: 'input', input } : other
}
