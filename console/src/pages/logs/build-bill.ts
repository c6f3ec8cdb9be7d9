import { decimalText, decimalZero, parseDecimal, plus, roundDecimal } from '@sluice/contract/decimal'
import { type ChargeLine, explainCharge } from '@sluice/contract/explain-charge'
import { type NamedAxis, namedAxes, type ServedAxis } from '@sluice/contract/price-axes'
import type { PriceCondition } from '@sluice/contract/price-rules'
import type { ToolName } from '@sluice/contract/tool-prices'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { type Rounding, roundingOf } from '../../components/receipt/add-up.ts'
import { asCharged } from '../../lib/log-detail.ts'
import type { LogRow } from './log-rows.ts'

/**
 * The factors of a line, in display order. `rate` combines model, price and quota per unit: if some lines have a
 * model's ratio and others a price, separate columns do not fit.
 */
export type BillFactor = 'own' | 'model' | 'price' | 'perUnit' | 'rate' | 'group'

export interface Bill {
  lines: ChargeLine[]
  /** The factors that occur in any line. */
  factors: BillFactor[]
  /** The sum of the lines before rounding. */
  exact: string
  charged: number
  /** The row corrects what was charged before: `charged` is that of the whole call. Null = it is an ordinary row. */
  before: number | null
  rounding: Rounding
  /** Set if the group's charge differs from the list price. */
  list: { quota: number; groupRatio: number } | null
  /** The tier of an expression; null = it has none. */
  tier: string | null
  /** The condition of the charged price; null = always. */
  rule: PriceCondition | null
  /** The factors of stacking rules that apply besides. */
  stacks: NonNullable<UsageLogDetail['price_stacks']>
  /** How the call was served, if not in the standard way, and what of it had no price. */
  served: { names: [NamedAxis, string][]; unpriced: readonly ServedAxis[] }
  /** Tools that ran without a price. */
  unpricedTools: ToolName[]
}

/** The charge of a row in detail; null if the row has no pricing data. */
export function buildBill(row: LogRow): Bill | null {
  const { detail } = row
  const { correction } = detail
  const charged = asCharged(row)
  const { quota } = charged
  const lines = explainCharge(charged)
  if (lines === null) return null
  const groupRatio = detail.group_ratio ?? 1
  const sum = lines.map(({ amount }) => parseDecimal(amount)).reduce(plus, decimalZero)
  const exact = detail.exact_quota ?? decimalText(roundDecimal(sum, 6))
  return {
    lines,
    factors: factorsOf(lines),
    exact,
    charged: quota,
    before: correction ? correction.charged : null,
    rounding: roundingOf(parseDecimal(exact), quota),
    list: detail.list_quota === undefined || groupRatio === 1 ? null : { quota: detail.list_quota, groupRatio },
    tier: detail.matched_tier ?? null,
    rule: detail.price_rule ?? null,
    stacks: detail.price_stacks ?? [],
    served: {
      names: namedAxes.flatMap((axis): [NamedAxis, string][] => {
        const name = detail.served?.[axis]
        return name === undefined ? [] : [[axis, name]]
      }),
      unpriced: detail.served_unpriced ?? [],
    },
    unpricedTools: (detail.tool_runs ?? [])
      .filter(({ price, tokens }) => price === undefined && !tokens)
      .map(({ tool }) => tool),
  }
}

function factorsOf(lines: readonly ChargeLine[]): BillFactor[] {
  const hasModel = lines.some(({ model }) => model !== null)
  const hasPrice = lines.some(({ unit }) => unit !== null)
  const rate: BillFactor[] = hasModel && hasPrice ? ['rate'] : hasModel ? ['model'] : ['price', 'perUnit']
  return [...(lines.some(({ own }) => own.length > 0) ? (['own'] as const) : []), ...rate, 'group']
}
