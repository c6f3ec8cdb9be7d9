import { decimalNumber, decimalOf, decimalText, decimalZero, plus, times } from '@sluice/contract/decimal'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import { isMatched } from '@sluice/contract/price-expression/evaluate'
import { type Counts, expressionMode } from '@sluice/contract/price-expression/language'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { Billable } from './billable.ts'
import { countsOf, evaluateUsage, millionsOf } from './expression-price.ts'
import type { ExpressionPrice } from './model-price.ts'

type Parts = NonNullable<UsageLogDetail['expr_parts']>

/** The fields of a usage row about its expression, from which `explainCharge` computes the charge again. */
export function buildExpressionDetail(billable: Billable, price: ExpressionPrice): UsageLogDetail {
  const { expression, answers } = price
  const program = programOf(expression)
  if (program === null) return { billing_mode: expressionMode }
  const found = evaluateUsage(price, billable.sample ?? billable.usage)
  const rules = program.rules.map((rule) => ({
    cond: rule.cond,
    multiplier: Number(rule.multiplier),
    matched: found !== null && isMatched(program, rule, found.counts, answers ?? []),
  }))
  return {
    billing_mode: expressionMode,
    ...(found?.tier && { matched_tier: found.tier }),
    ...buildParts(billable, price, countsOf(billable.usage, program.variables)),
    expr_b64: Buffer.from(expression, 'utf8').toString('base64'),
    ...(rules.length > 0 && { request_rules: rules }),
  }
}

/** The parts of the sum; the amount as a whole where there is no sum, or where it is not exactly that of the charge. */
function buildParts(billable: Billable, price: ExpressionPrice, counts: Counts): UsageLogDetail {
  const charged = millionsOf(billable, price)
  const parts = partsOf(billable, price, counts)
  const total = parts
    .map(({ count, price: each }) => times(decimalOf(count), decimalOf(each)))
    .reduce(plus, decimalZero)
  const isExact = decimalText(total) === decimalText(charged)
  return isExact ? { expr_parts: parts } : { expr_amount: decimalText(charged) }
}

function partsOf({ usage, sample, units }: Billable, price: ExpressionPrice, counts: Counts): Parts {
  const sum = evaluateUsage(price, sample ?? usage)?.sum
  if (!sum) return []
  const calls = {
    variable: 'call',
    count: sample === undefined ? 1 : units,
    price: decimalNumber(sum.constant),
  } as const
  const tokens = [...sum.rates].map(([variable, rate]) => ({
    variable,
    count: counts[variable],
    price: decimalNumber(rate),
  }))
  return [...tokens, calls].filter((part) => part.count > 0 && part.price !== 0)
}
