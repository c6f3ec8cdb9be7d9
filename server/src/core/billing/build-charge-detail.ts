import { toolNames } from '@sluice/contract/tool-prices'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { cacheReadTotal, cacheWriteTotal, inputTotal, outputTotal, type Usage } from '../usage/usage.ts'
import type { Billable } from './billable.ts'
import type { ModelPrice, RatioPrice } from './model-price.ts'
import { type ToolPrices, toolCounts } from './tool-prices.ts'

export interface DetailTerms {
  groupRatio: number
  quotaPerUnit: number
  toolPrices: ToolPrices
}

/** What a usage row says of its price and parts: enough for `explainCharge` to work the charge out again. */
export function buildChargeDetail(billable: Billable, price: ModelPrice, terms: DetailTerms): UsageLogDetail {
  const { usage } = billable
  return {
    group_ratio: terms.groupRatio,
    cache_tokens: cacheReadTotal(usage),
    ...partTokens(usage),
    ...(price.kind === 'per_call'
      ? { model_ratio: 0, completion_ratio: 0, model_price: price.price, cache_ratio: 0 }
      : ratios(usage, price)),
    ...(price.factor !== 1 && { price_factor: price.factor }),
    ...(price.rule !== null && { price_rule: price.rule }),
    ...unitDetail(billable, price),
    ...toolDetail(usage, terms.toolPrices),
    ...(isInDollars(billable, price) && { quota_per_unit: terms.quotaPerUnit }),
  }
}

function ratios(usage: Usage, price: RatioPrice): UsageLogDetail {
  const hasAudio = usage.inputAudio + usage.cacheReadAudio + usage.outputAudio > 0
  const hasImageCompletion = usage.outputImage > 0 && price.imageCompletionRatio !== price.completionRatio
  return {
    model_ratio: price.ratio,
    completion_ratio: price.completionRatio,
    model_price: -1,
    cache_ratio: price.cacheReadRatio,
    cache_creation_ratio: price.cacheWrite5mRatio,
    ...(usage.cacheWrite1h > 0 && { cache_creation_ratio_1h: price.cacheWrite1hRatio }),
    ...(hasAudio && {
      audio_ratio: price.audioRatio,
      audio_completion_ratio: price.audioCompletionRatio,
    }),
    ...(usage.cacheReadAudio > 0 &&
      price.audioCacheRatio !== price.cacheReadRatio && { audio_cache_ratio: price.audioCacheRatio }),
    ...(usage.inputImage + usage.cacheReadImage > 0 && { image_ratio: price.imageRatio }),
    ...(hasImageCompletion && { image_completion_ratio: price.imageCompletionRatio }),
  }
}

/** Images priced by ratio and not counted in tokens are charged by the image. */
const isByImage = ({ usage, imageFactor }: Billable, price: ModelPrice): boolean =>
  price.kind === 'ratio' && imageFactor !== null && inputTotal(usage) + outputTotal(usage) === 0

const isInDollars = (billable: Billable, price: ModelPrice): boolean =>
  price.kind === 'per_call' ||
  isByImage(billable, price) ||
  toolNames.some((tool) => billable.usage[toolCounts[tool]] > 0)

function unitDetail(billable: Billable, price: ModelPrice): UsageLogDetail {
  if (price.kind === 'ratio' && !isByImage(billable, price)) return {}
  const { units, imageFactor } = billable
  return {
    ...(units !== 1 && { units }),
    ...(imageFactor !== null && { image_factor: imageFactor }),
  }
}

function toolDetail(usage: Usage, prices: ToolPrices): UsageLogDetail {
  const detail: UsageLogDetail = {}
  for (const tool of toolNames) {
    const calls = usage[toolCounts[tool]]
    if (calls === 0) continue
    detail[tool] = true
    detail[`${tool}_call_count`] = calls
    detail[`${tool}_price`] = prices[tool]
  }
  return detail
}

/** Only the parts there are. Set one by one: filtering a table of them took a fifth of the whole row's time. */
function partTokens(usage: Usage): UsageLogDetail {
  const parts: UsageLogDetail = {}
  const cacheWrite = cacheWriteTotal(usage)
  if (cacheWrite !== 0) parts.cache_creation_tokens = cacheWrite
  if (usage.cacheWrite1h !== 0) parts.cache_creation_tokens_1h = usage.cacheWrite1h
  if (usage.inputAudio !== 0) parts.audio_input = usage.inputAudio
  if (usage.outputAudio !== 0) parts.audio_output = usage.outputAudio
  if (usage.inputImage !== 0) parts.image_input = usage.inputImage
  if (usage.outputImage !== 0) parts.image_output = usage.outputImage
  if (usage.cacheReadAudio !== 0) parts.cache_audio_tokens = usage.cacheReadAudio
  if (usage.cacheReadImage !== 0) parts.cache_image_tokens = usage.cacheReadImage
  if (usage.reasoning !== 0) parts.reasoning_tokens = usage.reasoning
  return parts
}
