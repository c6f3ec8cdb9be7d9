import {
  type Decimal,
  decimalOf,
  decimalText,
  decimalZero,
  plus,
  roundDecimal,
} from '@sluice/contract/decimal'
import { type ChargeLine, type ChargeLineKind, explainCharge } from '@sluice/contract/explain-charge'
import type { LogRow } from './parse-detail.ts'

export interface BillLine {
  kind: ChargeLineKind
  /** Tokens; for a call, how often its fixed price was due. */
  count: number
  /** The part's own ratios, such as the one for output. */
  own: readonly number[]
  model: number
  group: number
  /** Exact quota, as a plain decimal. */
  amount: string
}

export interface Bill {
  /** By tokens, or a fixed price for each call (`model` of its line is then dollars). */
  by: 'tokens' | 'call'
  lines: BillLine[]
  /** Quota for a dollar when a fixed price was charged; null when the amounts do not tell. */
  perUnit: number | null
  /** The sum of the lines before it was rounded. */
  exact: string
  charged: number
  /** What became of the sum: taken as it is, rounded to whole units, or raised to the least there is. */
  rounding: 'none' | 'rounded' | 'minimum'
  /** Set when the group paid something else than the list price. */
  list: { quota: number; groupRatio: number } | null
}

/** The charge of a row written out; null when the row does not say how it was priced. */
export function buildBill(row: LogRow): Bill | null {
  const { detail, quota } = row
  const lines = explainCharge(row)
  if (lines === null) return null
  const isFixed = (detail.model_price ?? -1) >= 0
  const groupRatio = detail.group_ratio ?? 1
  const sum = lines.map(({ amount }) => parseDecimal(amount)).reduce(plus, decimalZero)
  const exact = detail.exact_quota ?? decimalText(roundDecimal(sum, 6))
  return {
    by: isFixed ? 'call' : 'tokens',
    lines: lines.map(({ kind, tokens, factors, amount }) => ({
      kind,
      count: tokens,
      own: factors.slice(0, -2),
      model: factors.at(-2) ?? 1,
      group: factors.at(-1) ?? 1,
      amount,
    })),
    perUnit: isFixed ? perUnitOf(lines) : null,
    exact,
    charged: quota,
    rounding: roundingOf(parseDecimal(exact), quota),
    list:
      detail.list_quota === undefined || groupRatio === 1 ? null : { quota: detail.list_quota, groupRatio },
  }
}

/** A fixed price is in dollars; what a dollar was worth then follows from the amount. */
function perUnitOf(lines: readonly ChargeLine[]): number | null {
  const [line] = lines
  if (line === undefined) return null
  const dollars = line.factors.reduce((product, factor) => product * factor, line.tokens)
  return dollars > 0 ? Math.round(Number(line.amount) / dollars) : null
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
