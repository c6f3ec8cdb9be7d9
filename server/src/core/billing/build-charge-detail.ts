import { searchTools } from '@sluice/contract/tool-prices'
import type { ToolRunDetail, UsageLogDetail } from '@sluice/contract/usage-log'
import type { Served } from '../usage/served.ts'
import type { ToolRun } from '../usage/tool-runs.ts'
import { cacheReadTotal, cacheWriteTotal, inputTotal, outputTotal, type Usage } from '../usage/usage.ts'
import { type Billable, pricedLength } from './billable.ts'
import { buildExpressionDetail } from './build-expression-detail.ts'
import { pricedRun } from './charge.ts'
import type { ModelPrice, RatioPrice } from './model-price.ts'
import { type ToolTerms, unpricedAxes } from './price-plan.ts'
import { type ToolPrices, toolCounts } from './tool-prices.ts'

export interface DetailTerms {
  groupRatio: number
  quotaPerUnit: number
  /** What the tools of the call cost. */
  tools: ToolTerms
}

/**
 * The price and parts of a usage row, enough for `explainCharge` to compute the charge again. The fields are set one by
 * one: a call has few of them, and filtering a table of all took a fifth of the time of the whole row.
 */
export function buildChargeDetail(billable: Billable, price: ModelPrice, terms: DetailTerms): UsageLogDetail {
  const { usage } = billable
  const detail: UsageLogDetail =
    price.kind === 'per_call'
      ? { model_ratio: 0, completion_ratio: 0, model_price: price.price, cache_ratio: 0 }
      : price.kind === 'expression'
        ? {
            ...buildExpressionDetail(billable, price),
            model_ratio: 0,
            completion_ratio: 0,
            model_price: -1,
            cache_ratio: 0,
          }
        : buildRatios(usage, price)
  detail.group_ratio = terms.groupRatio
  detail.cache_tokens = cacheReadTotal(usage)
  if (billable.sample && billable.units > 1) detail.sample_tokens = pricedLength(billable)
  addParts(detail, usage)
  addKinds(detail, billable)
  if (price.factor !== 1) detail.price_factor = price.factor
  if (price.rule !== null) detail.price_rule = price.rule
  if (price.stacks !== undefined) detail.price_stacks = price.stacks
  if (billable.served !== undefined) addServed(detail, billable.served, price)
  const isByUnit = price.kind !== 'ratio' || isByImage(billable)
  if (price.kind === 'per_call' && price.unit !== undefined) detail.price_unit = price.unit
  else if (isByUnit && price.kind !== 'expression') addUnits(detail, billable)
  const hasSearches = addSearches(detail, usage, terms.tools.toolPrices)
  if (billable.toolRuns) detail.tool_runs = billable.toolRuns.map((run) => buildRunDetail(run, terms))
  if (isByUnit || hasSearches || billable.toolRuns) detail.quota_per_unit = terms.quotaPerUnit
  return detail
}

function addServed(detail: UsageLogDetail, served: Served, price: ModelPrice): void {
  detail.served = served
  const unpriced = unpricedAxes(price, served)
  if (unpriced.length > 0) detail.served_unpriced = unpriced
}

function buildRatios(usage: Usage, price: RatioPrice): UsageLogDetail {
  const detail: UsageLogDetail = {
    model_ratio: price.ratio,
    completion_ratio: price.completionRatio,
    model_price: -1,
    cache_ratio: price.cacheReadRatio,
    cache_creation_ratio: price.cacheWrite5mRatio,
  }
  if (usage.cacheWrite1h > 0) detail.cache_creation_ratio_1h = price.cacheWrite1hRatio
  if (usage.inputAudio + usage.cacheReadAudio + usage.outputAudio > 0) {
    detail.audio_ratio = price.audioRatio
    detail.audio_completion_ratio = price.audioCompletionRatio
  }
  if (usage.cacheReadAudio > 0 && price.audioCacheRatio !== price.cacheReadRatio)
    detail.audio_cache_ratio = price.audioCacheRatio
  if (usage.inputImage + usage.cacheReadImage > 0) detail.image_ratio = price.imageRatio
  if (usage.outputImage > 0 && price.imageCompletionRatio !== price.completionRatio)
    detail.image_completion_ratio = price.imageCompletionRatio
  if (usage.outputReasoning > 0) detail.reasoning_ratio = price.reasoningRatio ?? price.completionRatio
  return detail
}

/** Images of a model with a ratio, not counted in tokens, are charged by the image. */
const isByImage = ({ usage, imageFactor }: Billable): boolean =>
  imageFactor !== null && inputTotal(usage) + outputTotal(usage) === 0

function addUnits(detail: UsageLogDetail, { units, imageFactor }: Billable): void {
  if (units !== 1) detail.units = units
  if (imageFactor !== null) detail.image_factor = imageFactor
}

/** Whether the call used any. */
function addSearches(detail: UsageLogDetail, usage: Usage, prices: ToolPrices): boolean {
  let hasTools = false
  for (const tool of searchTools) {
    const calls = usage[toolCounts[tool]]
    if (calls === 0) continue
    hasTools = true
    detail[tool] = true
    detail[`${tool}_call_count`] = calls
    detail[`${tool}_price`] = prices[tool] ?? 0
  }
  return hasTools
}

/** A run with its price: its own, that of the tokens of the model it used, or none. */
function buildRunDetail(run: ToolRun, terms: DetailTerms): ToolRunDetail {
  const { tool, count } = run
  const byTokens = pricedRun(run, terms.tools)
  if (!byTokens) {
    const price = terms.tools.toolPrices[tool]
    return { tool, count, ...(price !== undefined && { price }) }
  }
  const { billable, price, model } = byTokens
  const { usage } = billable
  const detail = buildChargeDetail(billable, price, terms)
  const tokens = { model, prompt_tokens: inputTotal(usage), completion_tokens: outputTotal(usage), detail }
  return { tool, count, tokens }
}

/** The kinds of call, by which filters and older clients of the log select rows. */
function addKinds(detail: UsageLogDetail, { usage, imageFactor }: Billable): void {
  if (imageFactor !== null || usage.inputImage + usage.cacheReadImage + usage.outputImage > 0) detail.image = true
  if (usage.inputAudio + usage.cacheReadAudio + usage.outputAudio === 0) return
  detail.audio = true
  detail.text_input = usage.inputText
  detail.text_output = usage.outputText
}

function addParts(parts: UsageLogDetail, usage: Usage): void {
  const cacheWrite = cacheWriteTotal(usage)
  if (cacheWrite !== 0) parts.cache_creation_tokens = cacheWrite
  if (usage.cacheWrite1h !== 0) parts.cache_creation_tokens_1h = usage.cacheWrite1h
  if (usage.inputAudio !== 0) parts.audio_input = usage.inputAudio
  if (usage.outputAudio !== 0) parts.audio_output = usage.outputAudio
  if (usage.inputImage !== 0) parts.image_input = usage.inputImage
  if (usage.outputImage !== 0) parts.image_output = usage.outputImage
  if (usage.cacheReadAudio !== 0) parts.cache_audio_tokens = usage.cacheReadAudio
  if (usage.cacheReadImage !== 0) parts.cache_image_tokens = usage.cacheReadImage
  if (usage.outputReasoning !== 0) parts.reasoning_output = usage.outputReasoning
  if (usage.reasoning !== 0) parts.reasoning_tokens = usage.reasoning
  if (usage.seconds !== 0) parts.seconds = usage.seconds
  if (usage.characters !== 0) parts.spoken_characters = usage.characters
}
