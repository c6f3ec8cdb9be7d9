import type { PriceCondition, PriceRule } from '@sluice/contract/price-rules'
import fc from 'fast-check'
import type { Asked, Made } from '../usage/served.ts'
import type { ToolRun } from '../usage/tool-runs.ts'
import { believedTokensMax, believedToolCallsMax, type Usage } from '../usage/usage.ts'
import { type PerCallPrice, priceUnits, type RatioPrice } from './model-price.ts'
import type { CallPrice } from './price-plan.ts'
import { ruled } from './test-prices.ts'

const tokens = fc.oneof(fc.nat(50), fc.nat(believedTokensMax))
const calls = fc.oneof(fc.constant(0), fc.nat(5), fc.nat(believedToolCallsMax))

export const usages: fc.Arbitrary<Usage> = fc.record({
  inputText: tokens,
  inputAudio: tokens,
  inputImage: tokens,
  cacheReadText: tokens,
  cacheReadAudio: tokens,
  cacheReadImage: tokens,
  cacheWrite5m: tokens,
  cacheWrite1h: tokens,
  outputText: tokens,
  outputAudio: tokens,
  outputImage: tokens,
  outputReasoning: tokens,
  reasoning: tokens,
  webSearchCalls: calls,
  googleSearchCalls: calls,
  fileSearchCalls: calls,
  seconds: tokens,
  characters: tokens,
})

const ratios = fc.oneof(fc.constantFrom(0, 0.1, 0.5, 1, 1.25, 4 / 3, 1e-7), fc.double({ min: 0, max: 20, noNaN: true }))
const factors = fc.constantFrom(0, 0.5, 1, 2)

export const ratioPrices: fc.Arbitrary<RatioPrice> = fc.record({
  kind: fc.constant('ratio' as const),
  ratio: ratios,
  completionRatio: ratios,
  cacheReadRatio: ratios,
  cacheWrite5mRatio: ratios,
  cacheWrite1hRatio: ratios,
  imageRatio: ratios,
  imageCompletionRatio: ratios,
  reasoningRatio: ratios,
  audioRatio: ratios,
  audioCompletionRatio: ratios,
  audioCacheRatio: ratios,
  factor: factors,
  rule: fc.constant(null),
})

const perCallPrices: fc.Arbitrary<PerCallPrice> = fc
  .record({ price: ratios, factor: factors, unit: fc.constantFrom(undefined, ...priceUnits) })
  .map(({ unit, ...price }) => ({ kind: 'per_call', ...price, ...(unit && { unit }), rule: null }))

const modelPrices = fc.oneof({ weight: 3, arbitrary: ratioPrices }, { weight: 1, arbitrary: perCallPrices })

const sizes = fc.constantFrom('1024x1024', '1024x1792')
const qualities = fc.constantFrom('hd', 'low')

/** What a call makes, as far as that is known. */
export const madeThings: fc.Arbitrary<Made> = fc.record(
  { size: sizes, quality: qualities, resolution: fc.constantFrom('720p', '4k') },
  { requiredKeys: [] },
)

const names = fc.constantFrom('flex', 'priority', 'fast', 'us')
const lists = fc.oneof(names, fc.array(names, { minLength: 1, maxLength: 2 }))
const conditions: fc.Arbitrary<PriceCondition> = fc
  .record(
    {
      input_over: fc.nat(200),
      tier: lists,
      speed: lists,
      geo: lists,
      size: sizes,
      quality: qualities,
      resolution: fc.constant('4k'),
      until: fc.constant('2000-01-01'),
    },
    { requiredKeys: [] },
  )
  .filter((when) => Object.keys(when).length > 0)
const changes = fc
  .record(
    {
      factor: factors,
      ratio: ratios,
      completion_ratio: ratios,
      price: ratios,
      second_price: ratios,
      character_price: ratios,
    },
    { requiredKeys: [] },
  )
  .filter((set) => Object.keys(set).length > 0)
const rules: fc.Arbitrary<PriceRule> = fc.oneof(
  fc.record({ when: conditions, set: changes }),
  fc.record({ when: conditions, set: fc.record({ factor: factors }), stacks: fc.constant(true as const) }),
)

/** Prices of a model with rules of every kind. */
export const ruledPrices: fc.Arbitrary<CallPrice> = fc.array(rules, { maxLength: 5 }).map((list) => ruled(list))

export const askedWays: fc.Arbitrary<Asked> = fc.record(
  {
    tier: fc.constantFrom('auto', 'flex', 'priority').map((value) => ({ value, field: 'service_tier' })),
    speed: fc.constant({ value: 'fast', field: 'speed' }),
    geo: fc.constant({ value: 'us', field: 'inference_geo' }),
  },
  { requiredKeys: [] },
)

export const callPrices: fc.Arbitrary<CallPrice> = fc.record({
  base: modelPrices,
  steps: fc.array(fc.record({ inputOver: fc.oneof(fc.nat(200), fc.nat(believedTokensMax)), price: modelPrices }), {
    maxLength: 3,
  }),
  toolPrices: fc.record({ web_search: ratios, google_search: ratios, file_search: ratios }),
})

const onlyTokens = usages.map((usage) => ({ ...usage, webSearchCalls: 0, googleSearchCalls: 0, fileSearchCalls: 0 }))

/** Runs of paid tools: by the call, by the tokens of a model, and without a price. */
export const toolRuns: fc.Arbitrary<readonly ToolRun[]> = fc.array(
  fc.oneof(
    fc.record({
      tool: fc.constantFrom('container_1g' as const, 'container_64g' as const, 'tools.painter' as const),
      count: calls,
    }),
    fc.record({
      tool: fc.constant('image_generation' as const),
      count: calls,
      usage: onlyTokens,
      model: fc.constantFrom('painter', 'none'),
    }),
  ),
  { minLength: 1, maxLength: 4 },
)

/** A price with the tools of `toolRuns`, of which some have none. */
export const withTools = (price: CallPrice): fc.Arbitrary<CallPrice> =>
  fc
    .record({ base: modelPrices, container: ratios, other: ratios, hasFixed: fc.boolean(), fixed: ratios })
    .map(({ base, container, other, hasFixed, fixed }) => ({
      ...price,
      toolPrices: {
        ...price.toolPrices,
        container_1g: container,
        'tools.painter': other,
        ...(hasFixed && { image_generation: fixed }),
      },
      toolModels: { painter: { base, steps: [], toolPrices: {} } },
    }))

export const groupRatios = fc.constantFrom(0, 0.1, 0.35, 0.85, 1, 1.5, 2)
