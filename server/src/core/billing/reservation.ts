import { type Decimal, decimalZero, plus, times } from '@sluice/contract/decimal'
import type { ServedAxis } from '@sluice/contract/price-axes'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import type { Quota } from '@sluice/contract/quota'
import { type SearchTool, searchTools } from '@sluice/contract/tool-prices'
import { type Asked, dearerAsked, type Made, possibleServings, type Served, servedAndMade } from '../usage/served.ts'
import type { ToolRun } from '../usage/tool-runs.ts'
import { believedTokensMax, noUsage, type Usage } from '../usage/usage.ts'
import { fixedAmount, groupFactor, imagesAmount, runsAmount, toolAmount, usageAmount } from './charge.ts'
import { expressionAmount, isPayable, largerAmount } from './expression-price.ts'
import type { ExpressionPrice, ModelPrice, RatioPrice } from './model-price.ts'
import { partWeightsOf } from './part-weights.ts'
import { type CallPrice, priceFor, pricesOfMade, tiersOf, unpricedAxes } from './price-plan.ts'
import { cappedPayableOf } from './round-to-quota.ts'

export interface ReservationRequest {
  /** Estimate of the prompt. */
  inputTokens: number
  /** The caller's output limit; 0 for calls without output (embeddings); null when absent. */
  maxOutputTokens: number | null
  price: CallPrice
  groupRatio: number
  quotaPerUnit: number
  /** Output held at first when the caller sets no limit. */
  preConsumedTokens: number
  /** The requested number of answers: each may use the whole output limit. 1 when absent. */
  answers?: number
  /** How often a fixed price is due. 1 when absent. */
  units?: number
  /** As in a billable: the tokens are those of `units` calls. */
  sample?: Usage
  /** As in a billable; null or absent for calls without images. */
  imageFactor?: number | null
  /** Tokens by part, where they are known beforehand: held in place of prompt and output. */
  known?: Usage | null
  /** How the request asks to be served; absent = in the standard way. */
  asked?: Asked | undefined
  /** What the request says that it makes, other axes being open; absent = it makes neither pictures nor videos. */
  made?: Made | undefined
  /** The most searches that were requested; absent = none. */
  searches?: Searches
  /** The most runs of other paid tools that were requested; absent = none. */
  toolRuns?: readonly ToolRun[]
}

/** Searches by their tool. */
export type Searches = Readonly<Partial<Record<SearchTool, number>>>

/** The estimate may be too low by this factor: prices that begin just above it are held as well. */
const estimateMargin = 1.25

/**
 * The hold for a call: the whole fixed price, or the prompt and the output limit at their full prices, and the
 * requested searches and runs of other tools. Where the price depends on the prompt, the highest price for the
 * estimate or up to a quarter more; where it depends on how the call is served or on what it makes, the highest of all
 * that the request allows. Never below the charge for the same tokens and searches. Numbers out of range are capped,
 * never wrapped.
 */
export function reservationOf(request: ReservationRequest): Quota {
  const tools = toolsAmount(request)
  const amountBy = (price: ModelPrice): Quota => {
    const model = amountAt(request, price)
    const list = tools === decimalZero ? model : plus(model, tools)
    return cappedPayableOf(request.groupRatio === 1 ? list : times(list, groupFactor(request.groupRatio)))
  }
  if (request.price.steps.length === 0 && request.asked === undefined && request.made === undefined)
    return amountBy(priceFor(request.price, tokensWithin(request.inputTokens)))
  return reachablePrices(request)
    .map(amountBy)
    .reduce((a, b) => (a > b ? a : b))
}

function toolsAmount({ searches = {}, toolRuns, price, quotaPerUnit }: ReservationRequest): Decimal {
  let amount = toolRuns ? runsAmount(toolRuns, price, quotaPerUnit) : decimalZero
  for (const tool of searchTools) {
    const calls = tokensWithin(searches[tool] ?? 0)
    if (calls > 0) amount = plus(amount, toolAmount(tool, calls, price.toolPrices, quotaPerUnit))
  }
  return amount
}

function reachablePrices({ price, inputTokens, asked, made }: ReservationRequest): ModelPrice[] {
  const ways = asked === undefined ? [undefined] : possibleServings(asked, () => tiersOf(price))
  const pricesAt = (length: number, way: Served | undefined) =>
    made === undefined ? [priceFor(price, length, way)] : pricesOfMade(price, length, servedAndMade(way, made))
  return reachableLengths(price, inputTokens).flatMap((length) => ways.flatMap((way) => pricesAt(length, way)))
}

/** The estimated length of a prompt, and those a little above it at which another price begins. */
function reachableLengths(price: CallPrice, inputTokens: number): number[] {
  const least = tokensWithin(inputTokens)
  const { rules = [], stacks = [] } = price.serving ?? {}
  const others = [...rules, ...stacks].flatMap(({ when }) => when.input_over ?? [])
  const starts = [...price.steps.map(({ inputOver }) => inputOver), ...others].map((start) => start + 1)
  return [least, ...starts.filter((start) => start > least && start <= least * estimateMargin)]
}

/**
 * The axes on which a request asks for something that may be dearer at the maker and for which `price` has no condition
 * at a length that its prompt may have.
 */
export function unpricedAsked(price: CallPrice, asked: Asked, inputTokens: number): ServedAxis[] {
  const served = dearerAsked(asked)
  if (served === undefined) return []
  const unpriced = reachableLengths(price, inputTokens).flatMap((length) =>
    unpricedAxes(priceFor(price, length, served), served),
  )
  return [...new Set(unpriced)]
}

function amountAt(request: ReservationRequest, price: ModelPrice): Decimal {
  const { imageFactor = null, quotaPerUnit } = request
  const units = { units: tokensWithin(request.units ?? 1), imageFactor, usage: request.known ?? noUsage }
  if (price.kind === 'per_call') return fixedAmount(units, price, quotaPerUnit)
  if (price.kind === 'expression') return dearestAmount(request, price)
  const tokens = request.known ? usageAmount(request.known, price) : tokensAmount(request, price)
  return imageFactor === null ? tokens : largerAmount(tokens, imagesAmount(units, price, quotaPerUnit))
}

/** Whether the price has an amount for all that a call may be; only an expression may have none, or a negative one. */
export function hasAmount(request: ReservationRequest): boolean {
  const { base } = request.price
  return base.kind !== 'expression' || reachableUsages(request, base).every((usage) => isPayable(base, usage))
}

/** The most that the expression comes to, for the lengths of prompt and answer that a call may have. */
function dearestAmount(request: ReservationRequest, price: ExpressionPrice): Decimal {
  const { imageFactor = null, quotaPerUnit, sample } = request
  const units = tokensWithin(request.units ?? 1)
  if (sample !== undefined) {
    const usage = { ...noUsage, inputText: request.inputTokens, outputText: request.maxOutputTokens ?? 0 }
    return expressionAmount({ usage, units, imageFactor, sample }, price, quotaPerUnit)
  }
  return reachableUsages(request, price)
    .map((usage) => expressionAmount({ usage, units, imageFactor }, price, quotaPerUnit))
    .reduce(largerAmount, decimalZero)
}

function reachableUsages(request: ReservationRequest, price: ExpressionPrice): Usage[] {
  if (request.known) return [request.known]
  const input = believed(request.inputTokens)
  const answers = tokensWithin(request.answers ?? 1)
  const output = believed(tokensWithin(request.maxOutputTokens ?? request.preConsumedTokens) * answers)
  const starts = thresholdsOf(price).flatMap((start) => [Math.ceil(start) - 1, Math.ceil(start), Math.floor(start) + 1])
  const inputs = [input, ...starts.filter((start) => start > input && start <= input * estimateMargin)]
  const outputs = [output, ...starts.filter((start) => start >= 0 && start < output)]
  return inputs.flatMap((inputText) => outputs.map((outputText) => ({ ...noUsage, inputText, outputText })))
}

const believed = (count: number): number => Math.min(tokensWithin(count), believedTokensMax)

const thresholdsOf = ({ expression }: ExpressionPrice): readonly number[] => programOf(expression)?.thresholds ?? []

function tokensAmount(request: ReservationRequest, price: RatioPrice): Decimal {
  const weights = partWeightsOf(price)
  const { digits, numbers, scale } = weights
  const input = tokensWithin(request.inputTokens)
  const eachOutput = tokensWithin(request.maxOutputTokens ?? request.preConsumedTokens)
  const answers = tokensWithin(request.answers ?? 1)
  // Nothing here is negative, so a sum below 2^53 is exact, and so is each of its parts.
  const sum = input * numbers.inputText + eachOutput * answers * numbers.outputText
  if (Number.isSafeInteger(sum)) return { digits: BigInt(sum), scale }
  const output = BigInt(eachOutput) * BigInt(answers) * digits.outputText
  return { digits: BigInt(input) * digits.inputText + output, scale }
}

/** An external count as a whole number from 0 to the safe maximum; an invalid one counts as the maximum. */
function tokensWithin(count: number): number {
  if (Number.isNaN(count)) return Number.MAX_SAFE_INTEGER
  return Math.min(Math.max(Math.ceil(count), 0), Number.MAX_SAFE_INTEGER)
}
