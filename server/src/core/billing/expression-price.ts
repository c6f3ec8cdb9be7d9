import {
  compareDecimals,
  type Decimal,
  decimalNumber,
  decimalOf,
  decimalZero,
  plus,
  times,
} from '@sluice/contract/decimal'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import { type AskedRequest, askRequest, type Evaluated, evaluate } from '@sluice/contract/price-expression/evaluate'
import { type Counts, noCounts, type Variable } from '@sluice/contract/price-expression/language'
import type { PriceProgram } from '@sluice/contract/price-expression/price-program'
import { inputTotal, noUsage, outputTotal, type Usage } from '../usage/usage.ts'
import type { Billable } from './billable.ts'
import type { ExpressionPrice } from './model-price.ts'
import { type ChargedPart, chargedParts, factorOf } from './part-weights.ts'
import type { CallPrice } from './price-plan.ts'

/** Where a part is counted: by the first of these that the expression reads, so that nothing is free by omission. */
const variablesOf: Readonly<Record<ChargedPart, readonly Variable[]>> = {
  inputText: ['p'],
  inputAudio: ['ai', 'p'],
  inputImage: ['img', 'p'],
  cacheReadText: ['cr', 'p'],
  cacheReadAudio: ['cr', 'ai', 'p'],
  cacheReadImage: ['cr', 'img', 'p'],
  cacheWrite5m: ['cc', 'p'],
  cacheWrite1h: ['cc1h', 'cc', 'p'],
  outputText: ['c'],
  outputAudio: ['ao', 'c'],
  outputImage: ['img_o', 'c'],
  outputReasoning: ['c'],
}

/** The counts of a usage for an expression that reads `variables`. */
export function countsOf(usage: Usage, variables: ReadonlySet<Variable>): Counts {
  const counts = { ...noCounts, len: inputTotal(usage), sec: usage.seconds, chars: usage.characters }
  for (const part of chargedParts) {
    const names = variablesOf[part]
    const name = names.find((one) => variables.has(one)) ?? names.at(-1) ?? 'p'
    counts[name] += usage[part]
  }
  return counts
}

/** The price with the answers of a request; the same for other prices. Null when the request lacks a number. */
export function askedPrice(price: CallPrice, request: AskedRequest): CallPrice | null {
  const { base } = price
  if (base.kind !== 'expression') return price
  const program = programOf(base.expression)
  if (program === null) return null
  if (program.asked.length === 0) return price
  const answers = askRequest(program, request)
  return answers && { ...price, base: { ...base, answers } }
}

/** The program of a price by expression; null for other prices. */
export const programIn = ({ base }: Pick<CallPrice, 'base'>): PriceProgram | null =>
  base.kind === 'expression' ? programOf(base.expression) : null

/** What the expression comes to for one call; null when it has no value. */
export function evaluateUsage(price: ExpressionPrice, usage: Usage): (Evaluated & { counts: Counts }) | null {
  const program = programOf(price.expression)
  if (program === null) return null
  const counts = countsOf(usage, program.variables)
  const found = evaluate(program, counts, price.answers ?? [])
  return found && { ...found, counts }
}

const millionth: Decimal = { digits: 1n, scale: 6 }

/** Exact quota at group ratio 1. */
export function expressionAmount(billable: Billable, price: ExpressionPrice, quotaPerUnit: number): Decimal {
  const dollars = times(millionsOf(billable, price), millionth)
  return [price.factor, quotaPerUnit].map(factorOf).reduce(times, dollars)
}

/** Dollars, times a million. Never negative. */
export function millionsOf(billable: Billable, price: ExpressionPrice): Decimal {
  const { usage, sample, units, imageFactor } = billable
  if (sample !== undefined) return summedAmount(billable, price, sample)
  const amount = amountFor(price, usage) ?? separateAmount(price, usage)
  const isCounted = inputTotal(usage) + outputTotal(usage) + usage.seconds + usage.characters > 0
  return isCounted ? amount : [units, imageFactor ?? 1].map(factorOf).reduce(times, amount)
}

/** Null when it is negative, or has no value. */
function amountFor(price: ExpressionPrice, usage: Usage): Decimal | null {
  const amount = evaluateUsage(price, usage)?.amount
  return amount === undefined || amount.digits < 0n ? null : amount
}

const million = 1_000_000

/**
 * Dollars of a million tokens of input and of output, of a call of `inputTokens`: to show and compare, not to charge.
 */
export function shownRates(price: ExpressionPrice, inputTokens = 0): { input: number; output: number } {
  const sum = evaluateUsage(price, { ...noUsage, inputText: inputTokens })?.sum
  if (sum) {
    const rateOf = (name: Variable) => decimalNumber(sum.rates.get(name) ?? decimalZero) * price.factor
    return { input: rateOf('p') + rateOf('len'), output: rateOf('c') }
  }
  const amountOf = (usage: Partial<Usage>) =>
    (decimalNumber(amountFor(price, { ...noUsage, ...usage }) ?? decimalZero) / million) * price.factor
  return { input: amountOf({ inputText: million }), output: amountOf({ outputText: million }) }
}

export const isPayable = (price: ExpressionPrice, usage: Usage): boolean => amountFor(price, usage) !== null

/**
 * The amount where the whole has none, which no check of an expression can rule out: each part as if it were the only
 * one. A discount for one part does not make the others cheaper.
 */
function separateAmount(price: ExpressionPrice, usage: Usage): Decimal {
  return ([...chargedParts, 'seconds', 'characters'] as const)
    .filter((part) => usage[part] > 0)
    .map((part) => amountFor(price, { ...noUsage, [part]: usage[part] }) ?? decimalZero)
    .reduce(plus, decimalZero)
}

/** The sum of calls that all take the branches of `sample`. */
function summedAmount({ usage, units }: Billable, price: ExpressionPrice, sample: Usage): Decimal {
  const sum = evaluateUsage(price, sample)?.sum
  if (!sum) return amountFor(price, usage) ?? separateAmount(price, usage)
  const counts = countsOf(usage, programOf(price.expression)?.variables ?? new Set())
  const parts = [...sum.rates].map(([name, rate]) => times(rate, decimalOf(counts[name])))
  const amount = parts.reduce(plus, times(sum.constant, factorOf(units)))
  return amount.digits < 0n ? separateAmount(price, usage) : amount
}

export const largerAmount = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) >= 0 ? a : b)
