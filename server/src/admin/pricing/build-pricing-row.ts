import { exactProduct } from '@sluice/contract/decimal'
import type { ModelFacts } from '@sluice/contract/model-facts'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import { expressionMode } from '@sluice/contract/price-expression/language'
import { quotaTypes } from '@sluice/contract/priced-kinds'
import type { PriceOfModel, PricingRow } from '@sluice/contract/pricing'
import { tableOf } from '@sluice/contract/table-of'
import type { ToolName } from '@sluice/contract/tool-prices'
import { shownRates } from '../../core/billing/expression-price.ts'
import { tiersOfExpression } from '../../core/billing/expression-tiers.ts'
import type { ExpressionPrice, ModelPrice, RatioPrice } from '../../core/billing/model-price.ts'
import type { PricePlan } from '../../core/billing/price-plan.ts'
import type { ToolPrices } from '../../core/billing/tool-prices.ts'
import type { ModelDescription } from '../describe-model.ts'

export interface ModelOffer {
  model: string
  description: ModelDescription
  groups: readonly string[]
  endpointTypes: PricingRow['supported_endpoint_types']
  /** Null = the model has no price. */
  plan: PricePlan | null
  toolPrices: ToolPrices
  facts: ModelFacts
  /** Quota for a dollar. */
  quotaPerUnit: number
  /** Expressions may name what only the operator knows. */
  isForOperator: boolean
}

/** A model in the price list. */
export function buildPricingRow(offer: ModelOffer): PricingRow {
  const { model, description, groups, endpointTypes, plan } = offer
  const tools = toolPricesFor(description.maker, offer.toolPrices)
  const tiers = plan?.rules.map(({ when, price }) => ({ when, ...buildPrice(price, offer.quotaPerUnit) })) ?? []
  return {
    model_name: model,
    ...(plan === null ? unpriced : buildPrice(plan.base, offer.quotaPerUnit)),
    is_priced: plan !== null,
    owner_by: description.owner,
    ...describe(description),
    ...factsOf(offer),
    enable_groups: [...groups],
    supported_endpoint_types: endpointTypes,
    ...(tiers.length > 0 && { tiers }),
    ...describeExpression(plan?.base, offer.isForOperator),
    ...(plan?.stacks && { price_factors: [...plan.stacks] }),
    ...(Object.keys(tools).length > 0 && { tool_prices: tools }),
  }
}

/** The vendor's picture is used where the model has none. */
const describe = ({ card, vendor }: ModelDescription): Pick<PricingRow, 'vendor_id'> & Partial<PricingRow> => ({
  vendor_id: vendor?.id ?? 0,
  ...(card && card.description !== '' && { description: card.description }),
  ...((card?.icon || vendor?.icon) && { icon: card?.icon || vendor?.icon || '' }),
  ...(card && card.tags !== '' && { tags: card.tags }),
})

/** An output limit has a meaning only for models with text output. */
const factsOf = ({ facts, endpointTypes }: ModelOffer): ModelFacts => {
  const { max_output_tokens: limit, ...others } = facts
  return limit !== undefined && isChat(endpointTypes) ? facts : others
}

const isChat = (types: PricingRow['supported_endpoint_types']): boolean => types.includes('openai')

const unpriced: PriceOfModel = {
  quota_type: quotaTypes.byTokens,
  model_ratio: 0,
  model_price: 0,
  completion_ratio: 1,
}

function buildPrice(price: ModelPrice, quotaPerUnit: number): PriceOfModel {
  if (price.kind === 'expression') return buildFirstTier(price, quotaPerUnit)
  return price.kind === 'per_call'
    ? {
        ...unpriced,
        quota_type: quotaTypes.perCall,
        model_price: exactProduct(price.price, price.factor),
        ...(price.unit && { price_unit: price.unit }),
      }
    : {
        ...unpriced,
        model_ratio: exactProduct(price.ratio, price.factor),
        completion_ratio: price.completionRatio,
        ...unless1('cache_ratio', price.cacheReadRatio),
        ...unless1('create_cache_ratio', price.cacheWrite5mRatio),
        ...unless1('create_cache_1h_ratio', price.cacheWrite1hRatio),
        ...unless1('image_ratio', price.imageRatio),
        ...imageOutput(price),
        ...audio(price),
      }
}

const million = 1_000_000

/** The ratios nearest to the expression, for clients that know ratios alone. */
function buildFirstTier(price: ExpressionPrice, quotaPerUnit: number): PriceOfModel {
  const { input, output } = shownRates(price)
  const completion = input > 0 ? { completion_ratio: output / input } : {}
  return { ...unpriced, model_ratio: (input * quotaPerUnit) / million, ...completion }
}

function describeExpression(price: ModelPrice | undefined, isOperator: boolean): Partial<PricingRow> {
  if (price?.kind !== 'expression') return {}
  const tiers = tiersOfExpression(price)
  const varies = (programOf(price.expression)?.asked.length ?? 0) > 0
  return {
    billing_mode: expressionMode,
    ...(tiers.length > 0 && { billing_tiers: tiers }),
    ...(varies && { billing_varies: true }),
    ...(isOperator && { billing_expr: price.expression }),
  }
}

/** Present if output images have a separate price. */
const imageOutput = ({ imageCompletionRatio, completionRatio }: RatioPrice): Partial<PriceOfModel> =>
  imageCompletionRatio === completionRatio ? {} : { image_completion_ratio: imageCompletionRatio }

/** Factors for audio, if the model has a separate price for it. */
const audio = (price: RatioPrice): Partial<PriceOfModel> =>
  price.audioRatio === 1
    ? {}
    : {
        audio_ratio: price.audioRatio,
        audio_completion_ratio: price.audioCompletionRatio,
        ...(price.audioCacheRatio !== price.cacheReadRatio && { audio_cache_ratio: price.audioCacheRatio }),
      }

const unless1 = (name: keyof PriceOfModel, ratio: number): Partial<PriceOfModel> =>
  ratio === 1 ? {} : { [name]: ratio }

/** The tools that the models of a maker support. */
const toolsOf = tableOf<readonly ToolName[]>({
  openai: [
    'web_search',
    'file_search',
    'image_generation',
    'container_1g',
    'container_4g',
    'container_16g',
    'container_64g',
  ],
  anthropic: ['web_search', 'code_execution'],
  google: ['google_search', 'google_maps'],
  xai: ['web_search', 'x_search', 'file_search', 'attachment_search', 'code_execution'],
  perplexity: ['web_search', 'fetch_url', 'people_search', 'finance_search', 'image_search', 'sandbox'],
  moonshot: ['web_search'],
})

const toolPricesFor = (owner: string, prices: ToolPrices): Partial<Record<ToolName, number>> =>
  Object.fromEntries(
    (toolsOf[owner] ?? []).filter((tool) => (prices[tool] ?? 0) > 0).map((tool) => [tool, prices[tool]]),
  )
