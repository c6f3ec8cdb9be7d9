import { expect, test } from 'bun:test'
import type { PricingRow } from '@sluice/contract/pricing'
import { buildHomeFacts } from './home-facts.ts'

const row = (more: Partial<PricingRow>): PricingRow => ({
  model_name: 'm',
  is_priced: true,
  owner_by: 'openai',
  vendor_id: 0,
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  completion_ratio: 4,
  enable_groups: ['default'],
  supported_endpoint_types: ['openai'],
  ...more,
})
const sum = (model_name: string, calls: number, errors = 0) => ({
  model_name,
  calls,
  errors,
  charged_errors: 0,
  completion_tokens: calls * 50,
  use_time_ms: calls * 1_000,
})
const group_ratio = { default: 1, vip: 0.8 }

test('prices and models are those that the page of prices shows first', () => {
  const data = [
    row({ model_name: 'a', model_ratio: 1.25, enable_groups: ['default', 'vip'] }),
    row({ model_name: 'b', model_ratio: 0, is_priced: false }),
    row({ model_name: 'c', quota_type: 1, model_price: 0.1 }),
  ]
  const none = { lately: [], day: [] }
  const facts = buildHomeFacts({ data, group_ratio }, none, { hasUnpriced: false })
  expect(facts).toMatchObject({ models: 2, input_from: 1_250_000, success_rate: null })
  expect(facts.examples).toEqual([{ model_name: 'a', vendor: 'openai', input: 1_250_000, output: 5_000_000 }])
  expect(facts.vendors).toEqual([{ vendor: 'openai', models: 2 }])
  expect(buildHomeFacts({ data, group_ratio }, none, { hasUnpriced: true }).models).toBe(3)
  const ofVip = [row({ model_name: 'a', enable_groups: ['vip'] })]
  expect(buildHomeFacts({ data: ofVip, group_ratio }, none, { hasUnpriced: false }).input_from).toBe(800_000)
})

test('figures come from the calls of offered models alone, and of enough of them', () => {
  const data = [
    row({ model_name: 'a' }),
    row({ model_name: 'b', owner_by: 'anthropic' }),
    row({ model_name: 'c', owner_by: 'anthropic' }),
  ]
  const day = [sum('a', 60, 20), sum('b', 10), sum('inside', 900)]
  const facts = buildHomeFacts({ data, group_ratio }, { lately: [sum('b', 5)], day }, { hasUnpriced: false })
  // Five calls of the last two hours are too few: the shares are those of the day.
  expect(facts.vendors).toEqual([
    { vendor: 'openai', models: 1, share: 0.889, success_rate: 75 },
    { vendor: 'anthropic', models: 2, share: 0.111 },
  ])
  expect(facts.success_rate).toBe(77.78)
  expect(facts.examples.map(({ model_name, success_rate, tps }) => [model_name, success_rate, tps])).toEqual([
    ['a', 75, 50],
    ['b', undefined, undefined],
    ['c', undefined, undefined],
  ])
})

test('the examples have two models of a maker at most, the most used first', () => {
  const names = ['a1', 'a2', 'a3', 'a4']
  const data = [...names.map((model_name) => row({ model_name })), row({ model_name: 'b1', owner_by: 'google' })]
  const { examples } = buildHomeFacts(
    { data, group_ratio },
    { lately: [], day: [sum('a3', 30)] },
    { hasUnpriced: false },
  )
  expect(examples.map(({ model_name: name }) => name)).toEqual(['a3', 'a1', 'b1'])
})

test('a site without models has nothing to say', () => {
  expect(buildHomeFacts({ data: [], group_ratio }, { lately: [], day: [] }, { hasUnpriced: false })).toEqual({
    models: 0,
    vendors: [],
    input_from: null,
    examples: [],
    success_rate: null,
  })
})
