import { type Decimal, decimalOf, decimalText, decimalZero, plus, roundDecimal, times } from '@sluice/contract/decimal'
import type { Quota } from '@sluice/contract/quota'
import { searchTools, type ToolName } from '@sluice/contract/tool-prices'
import { lookUp } from '@sluice/contract/typed-keys'
import { isPlausibleRun, type ToolRun } from '../usage/tool-runs.ts'
import { inputTotal, isPlausible, outputTotal, type Usage } from '../usage/usage.ts'
import { type Billable, pricedLength } from './billable.ts'
import { expressionAmount } from './expression-price.ts'
import type { ModelPrice, PerCallPrice, RatioPrice } from './model-price.ts'
import { chargedParts, factorOf, type PartWeights, partWeightsOf } from './part-weights.ts'
import { type CallPrice, priceFor, type ToolTerms } from './price-plan.ts'
import { cappedPayableOf, payableOf } from './round-to-quota.ts'
import { type ToolPrices, toolCounts } from './tool-prices.ts'

export interface Charge {
  /** What the caller pays. */
  quota: Quota
  /** The same at group ratio 1, capped at the largest amount. */
  list: Quota
  /** The amount before its rounding to `quota`, with at most six decimals. */
  exact: string
  /** The price that applied, given the length of the prompt and how the call was served. */
  price: ModelPrice
}

export interface ChargeTerms {
  groupRatio: number
  /** Quota for a dollar. Fixed prices are in dollars; ratios are already in quota. */
  quotaPerUnit: number
}

/**
 * The charge of `billable` at `price`. Exact until the total is rounded once (half away from zero); at least 1 unless
 * it is free: a price or group ratio of 0, or no usage. Throws RangeError for an implausible usage, a negative ratio,
 * or a charge beyond the safe integers.
 */
export function chargeOf(billable: Billable, price: CallPrice, terms: ChargeTerms): Charge {
  const { usage, toolRuns } = billable
  if (!isPlausible(usage) || toolRuns?.every(isPlausibleRun) === false)
    throw new RangeError('the usage is not plausible')
  const modelPrice = priceFor(price, pricedLength(billable), billable.served)
  const list = listAmount(billable, modelPrice, price, terms.quotaPerUnit)
  const amount = terms.groupRatio === 1 ? list : times(list, groupFactor(terms.groupRatio))
  const payable = payableOf(amount)
  return {
    quota: payable,
    list: list === amount ? payable : cappedPayableOf(list),
    exact: decimalText(roundDecimal(amount, 6)),
    price: modelPrice,
  }
}

/** Exact quota at group ratio 1: the model's price, the searches, and the other tools. */
export function listAmount(billable: Billable, price: ModelPrice, tools: ToolTerms, quotaPerUnit: number): Decimal {
  const model = modelAmount(billable, price, quotaPerUnit)
  const amount = billable.toolRuns ? plus(model, runsAmount(billable.toolRuns, tools, quotaPerUnit)) : model
  const { webSearchCalls, googleSearchCalls, fileSearchCalls } = billable.usage
  if (webSearchCalls + googleSearchCalls + fileSearchCalls === 0) return amount
  const { toolPrices } = tools
  const searches = searchTools.map((tool) =>
    toolAmount(tool, billable.usage[toolCounts[tool]], toolPrices, quotaPerUnit),
  )
  return searches.reduce(plus, amount)
}

/** Exact quota of runs at group ratio 1. Runs without a price cost nothing. */
export function runsAmount(runs: readonly ToolRun[], tools: ToolTerms, quotaPerUnit: number): Decimal {
  return runs.map((run) => runAmount(run, tools, quotaPerUnit)).reduce(plus, decimalZero)
}

function runAmount(run: ToolRun, tools: ToolTerms, quotaPerUnit: number): Decimal {
  const byTokens = pricedRun(run, tools)
  if (byTokens) return modelAmount(byTokens.billable, byTokens.price, quotaPerUnit)
  return toolAmount(run.tool, run.count, tools.toolPrices, quotaPerUnit)
}

/** A run that is charged at the price of the model that it used; null for one with a price of its own, or with none. */
export function pricedRun({ tool, count, usage, model = '' }: ToolRun, { toolPrices, toolModels = {} }: ToolTerms) {
  const own = lookUp(toolModels, model, null)
  if (toolPrices[tool] !== undefined || !usage || !own) return null
  const billable: Billable = { usage, units: count, imageFactor: null }
  // The tokens are those of all its runs.
  return { billable, price: priceFor(own, Math.ceil(inputTotal(usage) / Math.max(1, count))), model }
}

function modelAmount(billable: Billable, price: ModelPrice, quotaPerUnit: number): Decimal {
  const { usage, imageFactor } = billable
  if (price.kind === 'per_call') return fixedAmount(billable, price, quotaPerUnit)
  if (price.kind === 'expression') return expressionAmount(billable, price, quotaPerUnit)
  const isCounted = inputTotal(usage) + outputTotal(usage) > 0
  return imageFactor === null || isCounted ? usageAmount(usage, price) : imagesAmount(billable, price, quotaPerUnit)
}

/** Exact quota of the tokens at group ratio 1. */
export function usageAmount(usage: Usage, price: RatioPrice): Decimal {
  const weights = partWeightsOf(price)
  // No part is negative, so a sum below 2^53 is exact, and so is each of its parts.
  let sum = 0
  for (const part of chargedParts) sum += usage[part] * weights.numbers[part]
  if (sum === 0) return decimalZero
  return { digits: Number.isSafeInteger(sum) ? BigInt(sum) : exactSum(usage, weights), scale: weights.scale }
}

function exactSum(usage: Usage, weights: PartWeights): bigint {
  let digits = 0n
  for (const part of chargedParts) digits += BigInt(usage[part]) * weights.digits[part]
  return digits
}

type Units = Pick<Billable, 'units' | 'imageFactor'>

/** Exact quota of a fixed price at group ratio 1. */
export const fixedAmount = (billable: Units & Pick<Billable, 'usage'>, price: PerCallPrice, quotaPerUnit: number) =>
  [price.price, price.factor, quotaPerUnit].map(factorOf).reduce(times, quantityOf(billable, price))

const millionth: Decimal = { digits: 1n, scale: 6 }

function quantityOf(billable: Units & Pick<Billable, 'usage'>, { unit }: PerCallPrice): Decimal {
  const { seconds, characters } = billable.usage
  switch (unit) {
    case 'second':
      return factorOf(seconds)
    case 'character':
      return times(factorOf(characters), millionth)
    case undefined:
      return unitsOf(billable)
  }
}

/** Dollars of a standard image for each 1 of a model's ratio. */
const dollarsPerImageRatio = 0.0025

/** Images of a model with a ratio whose upstream counts no tokens: the equivalent price of the ratio. */
export const imagesAmount = (billable: Units, price: RatioPrice, quotaPerUnit: number): Decimal =>
  [dollarsPerImageRatio, price.ratio, price.factor, quotaPerUnit].map(factorOf).reduce(times, unitsOf(billable))

function unitsOf({ units, imageFactor }: Units): Decimal {
  if (!Number.isSafeInteger(units)) throw new RangeError(`not a number of units: ${units}`)
  return times(factorOf(units), factorOf(imageFactor ?? 1))
}

const thousandth: Decimal = { digits: 1n, scale: 3 }

/** Exact quota of `count` calls of a tool at group ratio 1. */
export function toolAmount(tool: ToolName, count: number, prices: ToolPrices, quotaPerUnit: number): Decimal {
  const calls = times(decimalOf(count), thousandth)
  return times(calls, times(factorOf(prices[tool] ?? 0), factorOf(quotaPerUnit)))
}

const groupFactors = new Map<number, Decimal>()
const groupFactorsMax = 1000

/** Few different group ratios are in use, and parsing one as a decimal costs more than the rest of a charge. */
export function groupFactor(groupRatio: number): Decimal {
  const known = groupFactors.get(groupRatio)
  if (known !== undefined) return known
  const factor = factorOf(groupRatio)
  if (groupFactors.size >= groupFactorsMax) groupFactors.clear()
  groupFactors.set(groupRatio, factor)
  return factor
}
