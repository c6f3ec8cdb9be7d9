import { decimalText, decimalZero, exactProduct, negative, parseDecimal, plus } from '@sluice/contract/decimal'
import { type ChargedRow, type ChargeLine, explainCharge } from '@sluice/contract/explain-charge'

export interface CallLine {
  kind: ChargeLine['kind']
  by: ChargeLine['by']
  count: number
  /** Quota for `per`, every factor of the part in it; null = the whole is one expression. */
  price: number | null
  per: 1 | 1_000 | 1_000_000
  /** Quota before the ratio of the group. */
  amount: string
}

export interface CallLines {
  lines: CallLine[]
  /** What the group takes off (below zero) or adds; null = nothing. */
  group: { ratio: number; amount: string } | null
}

/** A call's charge at list prices, and the share of the group; null when the row does not contain its pricing. */
export function buildCallLines(row: ChargedRow): CallLines | null {
  const charged = explainCharge(row)
  const list = explainCharge({ ...row, detail: { ...row.detail, group_ratio: 1 } })
  if (charged === null || list === null) return null
  const difference = plus(sumOf(charged), negative(sumOf(list)))
  return {
    lines: list.map(({ kind, by, count, amount, ...line }) => ({ kind, by, count, amount, ...priceOf(kind, line) })),
    group: difference.digits === 0n ? null : { ratio: row.detail.group_ratio ?? 1, amount: decimalText(difference) },
  }
}

const sumOf = (lines: readonly ChargeLine[]) =>
  lines.map(({ amount }) => parseDecimal(amount)).reduce(plus, decimalZero)

function priceOf(
  kind: ChargeLine['kind'],
  { own, model, unit, group }: Pick<ChargeLine, 'own' | 'model' | 'unit' | 'group'>,
) {
  if (kind === 'expression') return { price: null, per: 1 } as const
  const per = unit?.per ?? 1_000_000
  const factors = unit === null ? [model ?? 1, 1_000_000] : [model ?? 1, unit.price, unit.perUnit]
  return { price: exactProduct(...own, ...factors, group), per }
}
