import { decimalText, roundDecimal } from '@sluice/contract/decimal'
import { askRequest, evaluate, requestAt } from '@sluice/contract/price-expression/evaluate'
import { noCounts } from '@sluice/contract/price-expression/language'
import { parseExpression } from '@sluice/contract/price-expression/price-program'

/** Where an expression begins. */
export const newExpression = 'p * 1 + c * 4'

export interface Trial {
  input: number
  cached: number
  output: number
}

/** Dollars, with their tier; null if the expression has no amount for this call. */
export function tryExpression(text: string, { input, cached, output }: Trial, at: number) {
  const parsed = parseExpression(text)
  if (!parsed.ok) return null
  const { program } = parsed
  const answers = askRequest(program, requestAt(at))
  const counts = program.variables.has('cr') ? { p: input, cr: cached } : { p: input + cached, cr: 0 }
  const found = answers && evaluate(program, { ...noCounts, ...counts, c: output, len: input + cached }, answers)
  if (!found || found.amount.digits < 0n) return null
  const dollars = { digits: found.amount.digits, scale: found.amount.scale + 6 }
  return { dollars: decimalText(roundDecimal(dollars, 8)), tier: found.tier }
}
