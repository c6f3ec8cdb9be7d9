import { expect, test } from 'bun:test'
import { optionKeys } from '@sluice/contract/options/registry'
import { createPriceList } from '../../core/billing/price-list.ts'
import { buildCatalogue, emptyCatalogue } from '../../state/catalogue.ts'
import { defaultOption } from '../../state/option-values.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import { buildPricing, compareNames } from './build-pricing.ts'

// The list reads only these fields of a channel.
const buildChannel = (type = 1) => ({ type, expiresAt: null }) as ChannelState

/** The price list of the models, each served by one channel of the given type in the group default. */
function buildRows(models: Record<string, number>, options: object = {}, catalogue = emptyCatalogue) {
  const values = { ...Object.fromEntries(optionKeys.map((key) => [key, defaultOption(key)])), ...options }
  const offers = new Map(Object.entries(models).map(([model, type]) => [model, [buildChannel(type)]]))
  // What the list reads of a snapshot.
  const snapshot = {
    options: values,
    routes: new Map([['default', offers]]),
    catalogue,
  } as unknown as Snapshot
  const { data } = buildPricing(
    snapshot,
    createPriceList(snapshot.options),
    { groups: [], language: 'en', isOperator: false },
    0,
  )
  return data
}

test('a model priced by tokens shows the ratios that are not 1', () => {
  const options = {
    ModelRatio: { 'claude-x': 1.5, 'plain-x': 2 },
    CompletionRatio: { 'claude-x': 5 },
    CacheRatio: { 'claude-x': 0.1 },
    CreateCacheRatio: { 'claude-x': 1.25 },
  }
  expect(buildRows({ 'claude-x': 14, 'plain-x': 1 }, options)).toMatchObject([
    {
      model_name: 'claude-x',
      quota_type: 0,
      model_ratio: 1.5,
      model_price: 0,
      completion_ratio: 5,
      cache_ratio: 0.1,
      create_cache_ratio: 1.25,
      create_cache_1h_ratio: 2,
      is_priced: true,
      owner_by: 'anthropic',
      enable_groups: ['default'],
      supported_endpoint_types: ['openai', 'openai-response', 'anthropic', 'gemini'],
    },
    { model_name: 'plain-x', model_ratio: 2, completion_ratio: 1, owner_by: '' },
  ])
  const [, plain] = buildRows({ 'claude-x': 14, 'plain-x': 1 }, options)
  expect(Object.keys(plain ?? {}).filter((key) => /cache|audio|image/.test(key))).toEqual([])
})

test('a model priced by the call shows its price, even when a ratio is set', () => {
  const options = { ModelPrice: { 'dall-x': 0.04 }, ModelRatio: { 'dall-x': 9 } }
  expect(buildRows({ 'dall-x': 1 }, options)).toMatchObject([
    { quota_type: 1, model_price: 0.04, model_ratio: 0, is_priced: true },
  ])
})

test('a model without a price is marked as unpriced', () => {
  expect(buildRows({ unknown: 1 })).toMatchObject([{ is_priced: false, quota_type: 0, model_ratio: 0 }])
})

test('rules are shown as complete prices that include their factor', () => {
  const options = {
    ModelRatio: { 'gemini-x': 0.625 },
    CompletionRatio: { 'gemini-x': 8 },
    PriceRules: JSON.parse(`{"gemini-x": [
      {"when": {"input_over": 200000}, "set": {"ratio": 1.25, "completion_ratio": 6}},
      {"when": {"between": ["00:30", "08:30"]}, "set": {"factor": 0.5}}
    ]}`),
  }
  const [row] = buildRows({ 'gemini-x': 24 }, options)
  expect(row?.tiers).toMatchObject([
    { when: { input_over: 200_000 }, model_ratio: 1.25, completion_ratio: 6 },
    { when: { between: ['00:30', '08:30'] }, model_ratio: 0.3125, completion_ratio: 8 },
  ])
})

test('rules by how a call is served are prices too, and those that stack are factors', () => {
  const rules = [
    { when: { tier: 'priority' }, set: { factor: 2 } },
    { when: { geo: ['us'] }, set: { factor: 1.1 }, stacks: true as const },
  ]
  const [row] = buildRows({ 'gpt-x': 1 }, { ModelRatio: { 'gpt-x': 1 }, PriceRules: { 'gpt-x': rules } })
  expect(row).toMatchObject({
    model_ratio: 1,
    tiers: [{ when: { tier: 'priority' }, model_ratio: 2 }],
    price_factors: [{ when: { geo: ['us'] }, factor: 1.1 }],
  })
})

test('the endpoints of a model depend on its kind', () => {
  const endpointTypes = (model: string, type = 1) =>
    buildRows({ [model]: type }).map((row) => row.supported_endpoint_types)[0]
  expect(endpointTypes('gpt-4o')).toEqual(['openai', 'openai-response', 'anthropic', 'gemini'])
  expect(endpointTypes('text-embedding-3-large')).toEqual(['embeddings'])
  expect(endpointTypes('gpt-3.5-turbo-instruct')).toEqual(['completions'])
  expect(endpointTypes('Qwen/Qwen2.5-72B-Instruct')).toContain('openai')
  // No provider has this channel type, so the model cannot be called.
  expect(endpointTypes('gpt-4o', 999)).toEqual([])
})

test('names that begin with gpt come first, then names in order, with numbers compared by value', () => {
  const names = ['o3', 'gpt-10', 'claude-2', 'gpt-4', 'Zeta', 'alpha', 'GPT-4o', 'gpt-4.1']
  expect(names.sort(compareNames)).toEqual(['gpt-4', 'gpt-4.1', 'GPT-4o', 'gpt-10', 'alpha', 'claude-2', 'o3', 'Zeta'])
})

test('the price list shows the operator’s entries about models and vendors', () => {
  const times = { created_at: 1, updated_at: 1 }
  const vendor = { description: '', icon: '', status: 1, ...times }
  const card = {
    description: '',
    icon: '',
    tags: '',
    vendor_id: 0,
    endpoints: '',
    status: 1,
    sync_official: 1,
    ...times,
    facts: null,
  }
  const catalogue = buildCatalogue({
    vendors: [
      { ...vendor, id: 1, name: 'OpenAI', icon: 'https://icons.example/o.svg' },
      { ...vendor, id: 2, name: 'Our lab', description: 'In the cellar' },
    ],
    cards: [
      { ...card, id: 1, name: 'gpt-', name_rule: 1, tags: 'chat' },
      {
        ...card,
        id: 2,
        name: 'gpt-x',
        name_rule: 0,
        description: 'The best',
        icon: 'https://m.example/x.png',
      },
      {
        ...card,
        id: 3,
        name: 'embed',
        name_rule: 2,
        vendor_id: 2,
        endpoints: '{"embeddings":"/v1/embeddings"}',
      },
    ],
  })
  const rows = buildRows({ 'gpt-x': 1, 'gpt-y': 1, 'my-embed-1': 1, plain: 1 }, {}, catalogue)
  expect(rows).toMatchObject([
    {
      model_name: 'gpt-x',
      owner_by: 'openai',
      vendor_id: 1,
      description: 'The best',
      icon: 'https://m.example/x.png',
    },
    {
      model_name: 'gpt-y',
      owner_by: 'openai',
      vendor_id: 1,
      tags: 'chat',
      icon: 'https://icons.example/o.svg',
    },
    {
      model_name: 'my-embed-1',
      owner_by: 'Our lab',
      vendor_id: 2,
      supported_endpoint_types: ['embeddings'],
    },
    { model_name: 'plain', owner_by: '', vendor_id: 0 },
  ])
  expect(rows[0]).not.toHaveProperty('tags')
})
