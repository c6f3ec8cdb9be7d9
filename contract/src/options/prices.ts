import { costPrices } from '../cost-prices.ts'
import { priceRules } from '../price-rules.ts'
import { markupRules } from '../price-sheet.ts'
import { toolPriceSetting } from '../tool-prices.ts'
import { json, jsonList, ratiosShape, textsShape } from './list-types.ts'
import { card, computedOption, option } from './option.ts'
import { choice } from './option-type.ts'
import { expressions, factors, pricingModes } from './value-checks.ts'

// Prices of models. A stored table replaces the default one as a whole.

export const pricesCard = card({
  id: 'prices',
  area: 'prices',
  writer: 'admin',
  options: {
    ModelPrice: computedOption(json('model → number', ratiosShape), {
      effect: 'Fixed price per call in currency units; wins over ratios.',
      check: factors,
    }),
    ModelRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of input per model; 1 = 2 currency units per million tokens.',
      check: factors,
    }),
    CompletionRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of output as a multiple of input.',
      check: factors,
    }),
    CacheRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of cached input as a multiple of input.',
      check: factors,
    }),
    CreateCacheRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of input written to a cache as a multiple of input.',
      check: factors,
    }),
    CreateCache1hRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'The same for an hour; without an entry, 1.6 times that for five minutes.',
      check: factors,
    }),
    ImageRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of image input as a multiple of text input.',
      check: factors,
    }),
    ImageCompletionRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of image output as a multiple of text input; without an entry, that of text output.',
      check: factors,
    }),
    AudioRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of audio input as a multiple of text input.',
      check: factors,
    }),
    AudioCompletionRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of audio output as a multiple of audio input.',
      check: factors,
    }),
    AudioCacheRatio: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of cached audio input as a multiple of audio input; without an entry, `CacheRatio`.',
      check: factors,
    }),
    SecondPrice: computedOption(json('model → number', ratiosShape), {
      effect: 'Price of a second of sound or video in currency units, for models without a ratio or a price per call.',
      check: factors,
    }),
    CharacterPrice: computedOption(json('model → number', ratiosShape), {
      effect:
        'Price of a million characters of text for speech in currency units, for models without a ratio or a price per call.',
      check: factors,
    }),
  },
})

export const rulesCard = card({
  id: 'rules',
  area: 'prices',
  writer: 'admin',
  options: {
    PriceRules: computedOption(json('model → list of rules', priceRules), {
      effect:
        'Prices that depend on the length of the prompt, on the time or on how a call is served: [rules](pricing.md#prices-that-depend-on-the-prompt-or-the-time).',
    }),
    UnpricedServiceAction: option(choice(['refuse', 'drop', 'standard']), {
      default: 'refuse',
      effect:
        'Calls that ask for a service tier, speed, region or [tool](pricing.md#tools) which may be dearer and has [no price](pricing.md#service-tiers-speeds-and-regions), or for a [picture](pricing.md#images) that costs more at the maker: refused, sent without it (pictures are refused), or charged without its price.',
    }),
  },
})

export const markupCard = card({
  id: 'markup',
  area: 'prices',
  writer: 'admin',
  options: {
    CostPrices: option(json('model or `default` → cost', costPrices), {
      default: {},
      effect:
        'What models cost the operator where their channel names no cost: [costs](pricing.md#what-a-call-costs-the-operator).',
    }),
    MarkupRules: option(jsonList('rules', markupRules), {
      default: [],
      effect: 'Models whose price is made of their cost: [markups](pricing.md#prices-made-of-costs).',
    }),
  },
})

export const expressionsCard = card({
  id: 'expressions',
  area: 'prices',
  writer: 'admin',
  options: {
    'billing_setting.billing_mode': option(json('model → `tiered_expr` or `ratio`', textsShape), {
      default: {},
      effect:
        'Models with `tiered_expr` are priced by their [expression](pricing.md#price-expressions) alone; without a valid one they have no price.',
      check: pricingModes,
    }),
    'billing_setting.billing_expr': option(json('model → expression', textsShape), {
      default: {},
      effect: 'The expression of each model: currency units for a million tokens, added up.',
      check: expressions,
    }),
  },
})

export const toolsCard = card({
  id: 'tools',
  area: 'prices',
  writer: 'admin',
  options: {
    tool_price_setting: computedOption(
      json('tool → beginning of a model name, or `default` → number', toolPriceSetting),
      {
        effect:
          'Price of a thousand searches, containers or other uses of a [tool](pricing.md#tools) in currency units.',
      },
    ),
  },
})
