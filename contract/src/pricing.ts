import { z } from 'zod'
import { modelFacts } from './model-facts.ts'
import { expressionMode, variableNames } from './price-expression/language.ts'
import { priceCondition } from './price-rules.ts'
import { endpointTypes } from './priced-kinds.ts'
import { toolNames } from './tool-prices.ts'

/** The amounts of one price. Absent ratios after `completion_ratio` are 1. */
export const priceOfModel = z.object({
  quota_type: z.union([z.literal(0), z.literal(1)]),
  /** 1 = 2 dollars per million tokens of input; 0 for a model with a fixed price. */
  model_ratio: z.number(),
  /** Dollars a call, or what `price_unit` says; 0 for a model priced by tokens. */
  model_price: z.number(),
  /** `model_price` is for a second of sound or video, or for a million characters of text for speech. */
  price_unit: z.enum(['second', 'character']).optional(),
  /** Output relative to input. */
  completion_ratio: z.number(),
  /** Each relative to uncached input text. */
  cache_ratio: z.number().optional(),
  create_cache_ratio: z.number().optional(),
  create_cache_1h_ratio: z.number().optional(),
  image_ratio: z.number().optional(),
  audio_ratio: z.number().optional(),
  /** Output images relative to uncached input text; absent: like output text. */
  image_completion_ratio: z.number().optional(),
  /** Output audio relative to input audio. */
  audio_completion_ratio: z.number().optional(),
  /** Audio read from a cache relative to uncached audio; absent: `cache_ratio`. */
  audio_cache_ratio: z.number().optional(),
})
export type PriceOfModel = z.infer<typeof priceOfModel>

/** A price that replaces the model's own while its condition holds. Only the first that applies counts. */
const pricingTier = priceOfModel.extend({ when: priceCondition })

/** A tier of an expression: dollars for a million tokens of each count, named like its variables. */
const billingTier = z.object({
  /** '' = it has no name. */
  name: z.string(),
  /** The shortest prompt that it was found for; 0 = it begins with the first token. */
  input_from: z.number(),
  prices: z.partialRecord(z.enum(variableNames), z.number()),
  /** Dollars for each call. */
  per_call: z.number().optional(),
})
export type BillingTier = z.infer<typeof billingTier>

const pricingRow = priceOfModel.extend({
  model_name: z.string(),
  /** False: there is no price. Calls are refused, or free in self-use mode. */
  is_priced: z.boolean(),
  /** The maker of the model: the vendor set by the operator, otherwise derived from the model's name; '' = unknown. */
  owner_by: z.string(),
  /** One of `vendors`; 0 = none. Never absent: tools compare models by it. */
  vendor_id: z.number(),
  /** The operator's description. */
  description: z.string().optional(),
  icon: z.string().optional(),
  /** Comma-separated. */
  tags: z.string().optional(),
  /** The caller's groups that offer it. */
  enable_groups: z.array(z.string()),
  supported_endpoint_types: z.array(z.enum(endpointTypes)),
  /** By the operator, else by the public data set. */
  ...modelFacts.shape,
  tiers: z.array(pricingTier).optional(),
  /** `tiered_expr`: priced by an expression; the amounts above are those of its first tier. */
  billing_mode: z.literal(expressionMode).optional(),
  /** Its tiers, as far as it is a sum of products, without what depends on the request. */
  billing_tiers: z.array(billingTier).optional(),
  /** The price depends on fields of the request, or on the time. */
  billing_varies: z.literal(true).optional(),
  /** The expression, for administrators. */
  billing_expr: z.string().optional(),
  /** Factors that multiply whichever price applies, each while its condition holds. */
  price_factors: z.array(z.object({ when: priceCondition, factor: z.number() })).optional(),
  /** Dollars for a thousand calls of the upstream's own tools. */
  tool_prices: z.partialRecord(z.enum(toolNames), z.number()).optional(),
})
export type PricingRow = z.infer<typeof pricingRow>

const pricingVendor = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().optional(),
  icon: z.string().optional(),
})
export type PricingVendor = z.infer<typeof pricingVendor>

/** `GET /api/pricing`; rows in display order. */
export const pricing = z.object({
  data: z.array(pricingRow),
  /** Makers that the operator describes, of the models above. */
  vendors: z.array(pricingVendor),
  /** Group → the factor on its prices for this caller. The caller's own group comes first. */
  group_ratio: z.record(z.string(), z.number()),
  /** For models without a price, if an account accepts them; 0 = they are refused. */
  unset_model_ratio: z.number(),
  /** Group → description. */
  usable_group: z.record(z.string(), z.string()),
  /** The ways to call that occur above; `{model}` in a path is replaced by the model's name. */
  supported_endpoint: z.partialRecord(z.enum(endpointTypes), z.object({ path: z.string(), method: z.literal('POST') })),
  /** The groups that `auto` tries for this caller, in order. */
  auto_groups: z.array(z.string()),
})
export type Pricing = z.infer<typeof pricing>
