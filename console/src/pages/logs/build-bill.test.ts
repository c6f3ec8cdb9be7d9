import { describe, expect, test } from 'bun:test'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { buildBill } from './build-bill.ts'
import { logRow } from './test-rows.ts'

const priced = (detail: UsageLogDetail) => ({
  model_ratio: 1.25,
  completion_ratio: 4,
  model_price: -1,
  group_ratio: 1,
  ...detail,
})

test('the bill says how the call was served, by which factors, and what had no price', () => {
  const stacks = [{ when: { geo: 'us' }, factor: 1.1 }]
  const served = { tier: 'priority', geo: 'us' }
  const detail = priced({ price_factor: 1.1, price_stacks: stacks, served, served_unpriced: ['tier'] })
  expect(buildBill(logRow({ detail }))).toMatchObject({
    stacks,
    served: {
      names: [
        ['tier', 'priority'],
        ['geo', 'us'],
      ],
      unpriced: ['tier'],
    },
  })
})

test('the bill of a correction is that of the whole call, with what was charged before', () => {
  const correction = { charge: 850, charged: 98, prompt_tokens: 50, completion_tokens: 400 }
  const detail = priced({ model_ratio: 1, completion_ratio: 2, exact_quota: '850', correction })
  const bill = buildBill(logRow({ prompt_tokens: 0, completion_tokens: 376, quota: 752, detail }))
  expect(bill).toMatchObject({ exact: '850', charged: 850, before: 98, rounding: 'none' })
  expect(bill?.lines.map(({ count }) => count)).toEqual([50, 400])
})

describe('a bill by tokens', () => {
  const bill = buildBill(
    logRow({
      prompt_tokens: 5291,
      completion_tokens: 755,
      quota: 2756,
      detail: priced({
        model_ratio: 0.55,
        cache_tokens: 4096,
        cache_ratio: 0.5,
        group_ratio: 0.8,
        exact_quota: '2755.72',
        list_quota: 3445,
      }),
    }),
  )
  const common = { model: 0.55, unit: null, group: 0.8 }
  test('separates part, model and group ratios', () => {
    expect(bill?.factors).toEqual(['own', 'model', 'group'])
    expect(bill?.lines).toEqual([
      { kind: 'input_text', count: 1195, own: [], ...common, amount: '525.8' },
      { kind: 'cache_read_text', count: 4096, own: [0.5], ...common, amount: '901.12' },
      { kind: 'output_text', count: 755, own: [4], ...common, amount: '1328.8' },
    ])
  })
  test('ends in the charge, and the list price', () => {
    expect(bill).toMatchObject({
      exact: '2755.72',
      charged: 2756,
      rounding: 'rounded',
      list: { quota: 3445, groupRatio: 0.8 },
    })
  })
})

test.each([
  ['5685', 5685, 'none'],
  ['8.12', 8, 'rounded'],
  ['26.5', 27, 'rounded'],
  ['0.5', 1, 'rounded'],
  ['0.6', 1, 'rounded'],
  ['0.08', 1, 'minimum'],
  ['0', 0, 'none'],
] as const)('%s charged as %d is %s', (exact_quota, quota, rounding) => {
  expect(buildBill(logRow({ quota, detail: priced({ exact_quota }) }))?.rounding).toBe(rounding)
})

test('a row without its exact amount is summed exactly, beyond binary fractions', () => {
  const row = logRow({
    prompt_tokens: 3,
    completion_tokens: 0,
    quota: 1,
    detail: priced({ model_ratio: 0.1 }),
  })
  expect(buildBill(row)?.exact).toBe('0.3')
})

test('a fixed price is one line', () => {
  const detail = priced({ model_ratio: 0, model_price: 0.1, exact_quota: '50000', quota_per_unit: 500_000 })
  expect(buildBill(logRow({ quota: 50_000, detail }))).toMatchObject({
    factors: ['price', 'perUnit', 'group'],
    lines: [
      {
        kind: 'call',
        count: 1,
        own: [],
        model: null,
        group: 1,
        amount: '50000',
        unit: { price: 0.1, per: 1, perUnit: 500_000 },
      },
    ],
    list: null,
  })
})

test('searches are listed beside the tokens, by the thousand', () => {
  const detail = priced({
    web_search: true,
    web_search_call_count: 2,
    web_search_price: 10,
    quota_per_unit: 500_000,
    group_ratio: 0.5,
    exact_quota: '5062.5',
    list_quota: 10_125,
  })
  const bill = buildBill(logRow({ quota: 5063, prompt_tokens: 100, detail }))
  expect(bill?.factors).toEqual(['rate', 'group'])
  expect(bill?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['input_text', '62.5'],
    ['web_search', '5000'],
  ])
  expect(bill).toMatchObject({ exact: '5062.5', rounding: 'rounded' })
})

test('a price rule is a factor of every part, with its condition', () => {
  const detail = priced({ price_factor: 2, price_rule: { input_over: 200_000 } })
  const bill = buildBill(logRow({ quota: 625_000, prompt_tokens: 250_000, detail }))
  expect(bill).toMatchObject({ exact: '625000', rule: { input_over: 200_000 } })
  expect(bill?.lines[0]).toMatchObject({ kind: 'input_text', own: [2], model: 1.25 })
})

test('a row without its pricing has no bill', () => {
  expect(buildBill(logRow({ type: 5, detail: { end: 'error' } }))).toBeNull()
})
