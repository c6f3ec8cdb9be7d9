import {
  type Decimal,
  decimalOf,
  decimalText,
  decimalZero,
  plus,
  roundDecimal,
} from '@sluice/contract/decimal'
import { type ChargeLine, explainCharge } from '@sluice/contract/explain-charge'
import type { PriceCondition } from '@sluice/contract/price-rules'
import type { LogRow } from './parse-detail.ts'

/**
 * What a line is multiplied by, in the order in which it is written. `rate` is model, price and quota per unit in one:
 * where some lines have a model's ratio and others a price, a column for each does not fit.
 */
export type BillFactor = 'own' | 'model' | 'price' | 'perUnit' | 'rate' | 'group'

export interface Bill {
  lines: ChargeLine[]
  /** The factors that any of the lines has. */
  factors: BillFactor[]
  /** The sum of the lines before it was rounded. */
  exact: string
  charged: number
  /** What became of the sum: taken as it is, rounded to whole units, or raised to the least there is. */
  rounding: 'none' | 'rounded' | 'minimum'
  /** Set when the group paid something else than the list price. */
  list: { quota: number; groupRatio: number } | null
  /** When the price applied that was charged; null = always. */
  rule: PriceCondition | null
}

/** The charge of a row written out; null when the row does not say how it was priced. */
export function buildBill(row: LogRow): Bill | null {
  const { detail, quota } = row
  const lines = explainCharge(row)
  if (lines === null) return null
  const groupRatio = detail.group_ratio ?? 1
  const sum = lines.map(({ amount }) => parseDecimal(amount)).reduce(plus, decimalZero)
  const exact = detail.exact_quota ?? decimalText(roundDecimal(sum, 6))
  return {
    lines,
    factors: factorsOf(lines),
    exact,
    charged: quota,
    rounding: roundingOf(parseDecimal(exact), quota),
    list:
      detail.list_quota === undefined || groupRatio === 1 ? null : { quota: detail.list_quota, groupRatio },
    rule: detail.price_rule ?? null,
  }
}

function factorsOf(lines: readonly ChargeLine[]): BillFactor[] {
  const hasModel = lines.some(({ model }) => model !== null)
  const hasPrice = lines.some(({ unit }) => unit !== null)
  const rate: BillFactor[] = hasModel && hasPrice ? ['rate'] : hasModel ? ['model'] : ['price', 'perUnit']
  return [...(lines.some(({ own }) => own.length > 0) ? (['own'] as const) : []), ...rate, 'group']
}

function roundingOf(exact: Decimal, charged: number): Bill['rounding'] {
  const { digits, scale } = plus(exact, negative(decimalOf(charged)))
  if (digits === 0n) return 'none'
  const isBelowHalf = charged === 1 && -digits * 2n > 10n ** BigInt(scale)
  return isBelowHalf ? 'minimum' : 'rounded'
}

const negative = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

/** The amounts come as text, so that no digit is lost on the way. */
function parseDecimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}
