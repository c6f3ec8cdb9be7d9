import type { JsonRecord } from '@sluice/contract/read-json'
import type { PriceOptions } from '../../core/billing/price-fields.ts'

/** A computation of a maker's own price page, or a row of its price table as the call that the row prices. */
export interface MakerExample {
  source: string
  model: string
  format: 'openai' | 'responses' | 'anthropic' | 'gemini' | 'image_generations' | 'transcriptions'
  /** The parts of the answer that are read. */
  answer: JsonRecord
  /** When the call arrives; absent = noon. */
  at?: string
  /** Prices of the page that the shipped list does not have. */
  prices?: Partial<PriceOptions>
  /** The maker's sum in dollars, with the decimals that the page writes. */
  dollars: string
}

const million = 1_000_000

/** Managed Agents: without the running time of the session, 0.08 dollars an hour, which no call has. */
const agents = 'https://platform.claude.com/docs/en/about-claude/pricing, "Worked example", as known on 2026-11-29'
const claude = 'https://platform.claude.com/docs/en/about-claude/pricing, tables of prices, as known on 2026-11-29'
/** 5, 6.25 and 10 dollars written, 0.50 read, 25 out. */
const allOfClaude = {
  input_tokens: million,
  cache_creation_input_tokens: 2 * million,
  cache_creation: { ephemeral_5m_input_tokens: million, ephemeral_1h_input_tokens: million },
  cache_read_input_tokens: million,
  output_tokens: million,
}

const anthropic: MakerExample[] = [
  // 50,000 × 5 ÷ 1,000,000 = 0.25; 15,000 × 25 ÷ 1,000,000 = 0.375
  {
    source: agents,
    model: 'claude-opus-4-6',
    format: 'anthropic',
    answer: { usage: { input_tokens: 50_000, output_tokens: 15_000 } },
    dollars: '0.625',
  },
  // The same with 40,000 tokens from the cache: 0.05 + 40,000 × 5 × 0.1 ÷ 1,000,000 = 0.02, and 0.375
  {
    source: agents,
    model: 'claude-opus-4-6',
    format: 'anthropic',
    answer: { usage: { input_tokens: 10_000, cache_read_input_tokens: 40_000, output_tokens: 15_000 } },
    dollars: '0.445',
  },
  { source: claude, model: 'claude-opus-4-6', format: 'anthropic', answer: { usage: allOfClaude }, dollars: '46.75' },
  // In the US: × 1.1 for every part
  {
    source: claude,
    model: 'claude-opus-4-6',
    format: 'anthropic',
    answer: { usage: { ...allOfClaude, inference_geo: 'us' } },
    dollars: '51.425',
  },
  // Fast: 10 and 50 dollars, with the multipliers of caches and regions
  {
    source: claude,
    model: 'claude-opus-5',
    format: 'anthropic',
    answer: { usage: { input_tokens: million, output_tokens: million, speed: 'fast' } },
    dollars: '60',
  },
  {
    source: claude,
    model: 'claude-opus-5',
    format: 'anthropic',
    answer: { usage: { input_tokens: 0, cache_read_input_tokens: million, output_tokens: 0, speed: 'fast' } },
    dollars: '1.00',
  },
  // Sonnet 4.5 above 200,000 tokens: 6 and 22.50 dollars
  {
    source: claude,
    model: 'claude-sonnet-4-5',
    format: 'anthropic',
    answer: { usage: { input_tokens: million, output_tokens: million } },
    dollars: '28.50',
  },
  // Web search: 10 dollars for 1,000 searches, beside the tokens (3 and 15 dollars)
  {
    source: claude,
    model: 'claude-sonnet-4-5',
    format: 'anthropic',
    answer: { usage: { input_tokens: 105, output_tokens: 6_039, server_tool_use: { web_search_requests: 1 } } },
    dollars: '0.1009',
  },
]

const google = 'https://ai.google.dev/gemini-api/docs/pricing, as known on 2026-11-29'
const images = (tokenCount: number) => ({ modality: 'IMAGE', tokenCount })
const grounded = (modelVersion: string, webSearchQueries: readonly string[]) => ({
  modelVersion,
  candidates: [
    {
      content: { parts: [{ text: 'a' }] },
      groundingMetadata: { webSearchQueries, groundingChunks: [{ web: { uri: 'https://a.example' } }] },
    },
  ],
})

const gemini: MakerExample[] = [
  // 1.25 and 10 dollars up to 200,000 tokens
  {
    source: google,
    model: 'gemini-2.5-pro',
    format: 'gemini',
    answer: { usageMetadata: { promptTokenCount: 200_000, candidatesTokenCount: 10_000, totalTokenCount: 210_000 } },
    dollars: '0.35',
  },
  // 2.50 and 15 dollars above; 0.25 from the cache
  {
    source: google,
    model: 'gemini-2.5-pro',
    format: 'gemini',
    answer: {
      usageMetadata: {
        promptTokenCount: 400_000,
        cachedContentTokenCount: 200_000,
        candidatesTokenCount: 10_000,
        totalTokenCount: 410_000,
      },
    },
    dollars: '0.70',
  },
  // "1290 tokens … equivalent to $0.039 per image"
  {
    source: google,
    model: 'gemini-2.5-flash-image',
    format: 'gemini',
    answer: {
      usageMetadata: {
        promptTokenCount: 0,
        candidatesTokenCount: 1_290,
        totalTokenCount: 1_290,
        candidatesTokensDetails: [images(1_290)],
      },
    },
    dollars: '0.039',
  },
  // Grounding: 35 dollars for 1,000 grounded prompts of 2.5, 14 for 1,000 queries from 3 on
  {
    source: google,
    model: 'gemini-2.5-flash',
    format: 'gemini',
    answer: {
      ...grounded('gemini-2.5-flash', ['a', 'b']),
      usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 0, totalTokenCount: 1_000 },
    },
    dollars: '0.0353',
  },
  {
    source: google,
    model: 'gemini-3-pro-preview',
    format: 'gemini',
    answer: {
      ...grounded('gemini-3-pro-preview', ['a', 'b']),
      usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 0, totalTokenCount: 1_000 },
    },
    dollars: '0.030',
  },
]

const openaiImages = 'https://platform.openai.com/docs/guides/image-generation, "Calculating costs", read 2026-11-21'
const openai = 'https://openai.com/api/pricing, as known on 2026-11-29'
const picture = (tokens: number) => ({
  usage: { input_tokens: 0, output_tokens: tokens, output_tokens_details: { image_tokens: tokens } },
})

/** A square picture has 272, 1,056 or 4,160 tokens of 40 dollars a million. The page writes 0.167 for the last one. */
const openaiPictures: MakerExample[] = (
  [
    [272, '0.011'],
    [1_056, '0.042'],
    [4_160, '0.166'],
  ] as const
).map(([tokens, dollars]) => ({
  source: openaiImages,
  model: 'gpt-image-1',
  format: 'image_generations',
  answer: picture(tokens),
  dollars,
}))

const openaiCalls: MakerExample[] = [
  // 1.25 dollars, 0.125 from the cache, 10 out
  {
    source: openai,
    model: 'gpt-5',
    format: 'openai',
    answer: {
      usage: {
        prompt_tokens: 2 * million,
        prompt_tokens_details: { cached_tokens: million },
        completion_tokens: million,
      },
    },
    dollars: '11.375',
  },
  // Priority: 2.50, 0.25 and 20 dollars
  {
    source: openai,
    model: 'gpt-5',
    format: 'responses',
    answer: {
      service_tier: 'priority',
      usage: { input_tokens: 2 * million, input_tokens_details: { cached_tokens: million }, output_tokens: million },
    },
    dollars: '22.75',
  },
  // Flex: 0.625, 0.0625 and 5 dollars
  {
    source: openai,
    model: 'gpt-5',
    format: 'openai',
    answer: {
      service_tier: 'flex',
      usage: {
        prompt_tokens: 2 * million,
        prompt_tokens_details: { cached_tokens: million },
        completion_tokens: million,
      },
    },
    dollars: '5.6875',
  },
  // Whisper: 0.006 dollars a minute, as a ratio and by the second
  {
    source: openai,
    model: 'whisper-1',
    format: 'transcriptions',
    answer: { usage: { type: 'duration', seconds: 600 } },
    dollars: '0.06',
  },
  {
    source: openai,
    model: 'recorder',
    format: 'transcriptions',
    prices: { SecondPrice: { recorder: 0.0001 } },
    answer: { usage: { type: 'duration', seconds: 600 } },
    dollars: '0.06',
  },
]

const deepseekPage = 'https://api-docs.deepseek.com/quick_start/pricing, of 2025, as known on 2026-11-29'
const oneOfEach = {
  usage: {
    prompt_tokens: 2 * million,
    prompt_cache_hit_tokens: million,
    prompt_cache_miss_tokens: million,
    completion_tokens: million,
  },
}

const deepseek: MakerExample[] = (
  [
    // 0.07 hit, 0.27 miss, 1.10 out; from 16:30 to 00:30 half
    ['deepseek-chat', '2026-11-20T16:29:00Z', '1.44'],
    ['deepseek-chat', '2026-11-20T16:30:00Z', '0.72'],
    ['deepseek-chat', '2026-11-20T00:29:00Z', '0.72'],
    // 0.14, 0.55 and 2.19; 0.035, 0.135 and 0.55
    ['deepseek-reasoner', '2026-11-20T00:30:00Z', '2.88'],
    ['deepseek-reasoner', '2026-11-20T23:59:00Z', '0.72'],
  ] as const
).map(([model, at, dollars]) => ({ source: deepseekPage, model, format: 'openai', at, answer: oneOfEach, dollars }))

const alibaba = 'https://www.alibabacloud.com/help/en/model-studio/context-cache, "Billing", as known on 2026-11-29'
/** 1 dollar for a million tokens of input. */
const qwen = (cacheRatio: number): Partial<PriceOptions> => ({
  ModelRatio: { 'qwen-x': 0.5 },
  CacheRatio: { 'qwen-x': cacheRatio },
  CreateCacheRatio: { 'qwen-x': 1.25 },
})

const qwenCaches: MakerExample[] = [
  // Implicit: 10,000 tokens, 5,000 of them cached, cost 50% × 100% + 50% × 20% = 60% of the price
  {
    source: alibaba,
    model: 'qwen-x',
    format: 'openai',
    prices: qwen(0.2),
    answer: {
      usage: { prompt_tokens: 10_000, prompt_tokens_details: { cached_tokens: 5_000 }, completion_tokens: 0 },
    },
    dollars: '0.006',
  },
  // Explicit: 125% for what is written, 10% for what is read
  {
    source: alibaba,
    model: 'qwen-x',
    format: 'openai',
    prices: qwen(0.1),
    answer: {
      usage: {
        prompt_tokens: 10_000,
        prompt_tokens_details: { cached_tokens: 4_000, cache_creation_input_tokens: 4_000 },
        completion_tokens: 0,
      },
    },
    dollars: '0.0074',
  },
]

export const makerExamples: readonly MakerExample[] = [
  ...anthropic,
  ...gemini,
  ...openaiPictures,
  ...openaiCalls,
  ...deepseek,
  ...qwenCaches,
]
