import { expect, test } from 'bun:test'
import { anthropicCounts, geminiCounts, openaiCounts } from './known-counts.ts'
import { unknownCounts } from './unknown-counts.ts'

test('names positive counts that are not known, also within objects', () => {
  const usage = {
    prompt_tokens: 9,
    total_tokens: 10,
    sky_tokens: 1,
    rain_tokens: '7',
    fog_tokens: 0,
    mist: null,
    weather: { hail_tokens: 2, name: 'secret' },
    prompt_tokens_details: { cached_tokens: 3, snow_tokens: 4, cache_write_tokens_details: { ttl_12h_tokens: 5 } },
    completion_tokens_details: { reasoning_tokens: 1, accepted_prediction_tokens: 2 },
    service_tier: 'priority',
    queue_time: 0.02,
    cost: 0.1,
  }
  expect(unknownCounts(usage, openaiCounts)).toEqual([
    'sky_tokens',
    'rain_tokens',
    'weather.hail_tokens',
    'prompt_tokens_details.snow_tokens',
    'prompt_tokens_details.cache_write_tokens_details',
  ])
})

test('all names of the table of caches and tools are known', () => {
  const usage = {
    prompt_cache_hit_tokens: 1,
    claude_cache_creation_5_m_tokens: 1,
    cache_write_input_tokens: 1,
    server_tool_use: { web_search_requests: 1 },
    num_sources_used: 2,
    prompt_tokens_details: { cached_creation_tokens: 1, cache_read_tokens: 1 },
  }
  expect(unknownCounts(usage, openaiCounts)).toBeUndefined()
  const split = { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 }
  expect(
    unknownCounts({ input_tokens: 1, cache_creation: split, iterations: [{ x: 1 }] }, anthropicCounts),
  ).toBeUndefined()
  expect(unknownCounts({ cache_creation: { ephemeral_1d_input_tokens: 2 } }, anthropicCounts)).toEqual([
    'cache_creation.ephemeral_1d_input_tokens',
  ])
})

test('the list is bounded, has no values and nothing that is no name', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`count_${index}`, 1]))
  expect(unknownCounts(many, openaiCounts)).toHaveLength(8)
  const long = 'n'.repeat(200)
  expect(unknownCounts({ 'a b': 1, [long]: 2 }, openaiCounts)).toEqual(['?', long.slice(0, 64)])
})

test('other spellings of a known name are known', () => {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  expect(unknownCounts({ prompt_token_count: 1, sky_token_count: 2 }, geminiCounts, camel)).toEqual(['skyTokenCount'])
})
