import { expect, test } from 'bun:test'
import { buildCallLines } from './call-lines.ts'

test('tokens have a price for a million at list price, and the group its own line', () => {
  const detail = {
    model_ratio: 0.5,
    completion_ratio: 4,
    group_ratio: 0.8,
    cache_tokens: 51_079,
    cache_ratio: 0.1,
    price_factor: 2,
  }
  expect(buildCallLines({ prompt_tokens: 58_443, completion_tokens: 0, detail })).toEqual({
    lines: [
      // 0.5 × 2 × 1,000,000 quota = $2 for a million tokens.
      { kind: 'input_text', by: undefined, count: 7_364, price: 1_000_000, per: 1_000_000, amount: '7364' },
      { kind: 'cache_read_text', by: undefined, count: 51_079, price: 100_000, per: 1_000_000, amount: '5107.9' },
    ],
    group: { ratio: 0.8, amount: '-2494.38' },
  })
})

test('a price for each call, and searches by the thousand', () => {
  const detail = {
    model_price: 0.1,
    group_ratio: 1,
    quota_per_unit: 500_000,
    web_search_call_count: 2,
    web_search_price: 10,
  }
  expect(buildCallLines({ prompt_tokens: 0, completion_tokens: 0, detail })).toEqual({
    lines: [
      { kind: 'call', by: undefined, count: 1, price: 50_000, per: 1, amount: '50000' },
      { kind: 'web_search', by: undefined, count: 2, price: 5_000_000, per: 1000, amount: '10000' },
    ],
    group: null,
  })
})

test('a row without its pricing has no lines', () => {
  expect(buildCallLines({ prompt_tokens: 5, completion_tokens: 5, detail: {} })).toBeNull()
})
