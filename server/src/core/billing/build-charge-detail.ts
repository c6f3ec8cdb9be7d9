import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { cacheReadTotal, cacheWriteTotal, type Usage } from '../usage/usage.ts'
import type { ModelPrice } from './model-price.ts'

/** What a usage row says of its price and parts: enough for `explainCharge` to work the charge out again. */
export function buildChargeDetail(
  usage: Usage,
  price: ModelPrice,
  terms: { groupRatio: number; units?: number },
): UsageLogDetail {
  const common = { group_ratio: terms.groupRatio, cache_tokens: cacheReadTotal(usage), ...partTokens(usage) }
  if (price.kind === 'per_call') {
    const units = terms.units === undefined || terms.units === 1 ? {} : { units: terms.units }
    return {
      ...common,
      model_ratio: 0,
      completion_ratio: 0,
      model_price: price.price,
      cache_ratio: 0,
      ...units,
    }
  }
  return {
    ...common,
    model_ratio: price.ratio,
    completion_ratio: price.completionRatio,
    model_price: -1,
    cache_ratio: price.cacheReadRatio,
    cache_creation_ratio: price.cacheWrite5mRatio,
    ...(usage.cacheWrite1h > 0 && { cache_creation_ratio_1h: price.cacheWrite1hRatio }),
    ...(usage.inputAudio + usage.cacheReadAudio + usage.outputAudio > 0 && {
      audio_ratio: price.audioRatio,
      audio_completion_ratio: price.audioCompletionRatio,
    }),
    ...(usage.inputImage + usage.cacheReadImage > 0 && { image_ratio: price.imageRatio }),
  }
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
