import { expect, test } from 'bun:test'
import type { PricingRow } from '@sluice/contract/pricing'
import {
  abilitiesOf,
  allTags,
  chooseGroup,
  countVendors,
  endpointsOf,
  filterRows,
  modalitiesOf,
  noFilters,
  orderRows,
  type PricingFilters,
  tagsOf,
} from './select-rows.ts'

const row = (model_name: string, more: Partial<PricingRow> = {}): PricingRow => ({
  model_name,
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  completion_ratio: 1,
  is_priced: true,
  owner_by: '',
  vendor_id: 0,
  enable_groups: ['default'],
  supported_endpoint_types: [],
  ...more,
})
const names = (rows: PricingRow[]) => rows.map(({ model_name }) => model_name)

const rows = [
  row('gpt-4o', { owner_by: 'openai', model_ratio: 1.25, completion_ratio: 4 }),
  row('claude-x', { owner_by: 'anthropic', model_ratio: 1.5, completion_ratio: 2 }),
  row('dall-e-3', { owner_by: 'openai', quota_type: 1, model_ratio: 0, model_price: 0.04 }),
  row('mine', { enable_groups: ['vip'], is_priced: false, model_ratio: 0 }),
]
const none: PricingFilters = { group: 'default', ...noFilters }

test('only models that the group offers are shown', () => {
  expect(names(filterRows(rows, none))).toEqual(['gpt-4o', 'claude-x', 'dall-e-3'])
  expect(names(filterRows(rows, { ...none, group: 'vip' }))).toEqual(['mine'])
})

test('every word must occur in the name of the model or of its maker', () => {
  expect(names(filterRows(rows, { ...none, keyword: 'OpenAI  4o' }))).toEqual(['gpt-4o'])
  expect(names(filterRows(rows, { ...none, keyword: 'anthropic' }))).toEqual(['claude-x'])
  expect(filterRows(rows, { ...none, keyword: 'gpt claude' })).toEqual([])
})

test('the words may also occur in tags', () => {
  const tagged = [...rows, row('own', { tags: 'Private, fast，fast,' })]
  expect(names(filterRows(tagged, { ...none, keyword: 'private own' }))).toEqual(['own'])
  expect(tagsOf({ tags: 'Private, fast，fast,' })).toEqual(['Private', 'fast'])
  expect(tagsOf({})).toEqual([])
})

test('models are filtered by ability, input and context; a model without facts never matches', () => {
  const all = [
    row('big', {
      context_tokens: 1_000_000,
      abilities: ['tools', 'vision'],
      input_modalities: ['text', 'image'],
    }),
    row('small', { context_tokens: 32_000, abilities: [], input_modalities: ['text'] }),
    row('unknown'),
  ]
  expect(names(filterRows(all, { ...none, ability: 'tools' }))).toEqual(['big'])
  expect(names(filterRows(all, { ...none, modality: 'text' }))).toEqual(['big', 'small'])
  expect(names(filterRows(all, { ...none, contextMin: 32_000 }))).toEqual(['big', 'small'])
  expect(names(filterRows(all, { ...none, contextMin: 32_001, modality: 'image' }))).toEqual(['big'])
  expect(abilitiesOf(all)).toEqual(['tools', 'vision'])
  expect(modalitiesOf(all)).toEqual(['text', 'image'])
})

test('models are filtered by endpoint and tag, and only those in use are offered', () => {
  const all = [
    row('chat', { supported_endpoint_types: ['openai', 'gemini'], tags: 'vision, fast' }),
    row('vectors', { supported_endpoint_types: ['embeddings'], tags: 'fast' }),
  ]
  expect(names(filterRows(all, { ...none, endpoint: 'gemini' }))).toEqual(['chat'])
  expect(names(filterRows(all, { ...none, tag: 'fast', endpoint: 'embeddings' }))).toEqual(['vectors'])
  // A part of a tag is another tag.
  expect(filterRows(all, { ...none, tag: 'fas' })).toEqual([])
  expect(endpointsOf(all)).toEqual(['openai', 'gemini', 'embeddings'])
  expect(allTags(all)).toEqual(['fast', 'vision'])
})

test('models are filtered by the maximum price of input in the group', () => {
  // 2.50 and 3 dollars a million; a model without a price by tokens never matches.
  expect(names(filterRows(rows, { ...none, dollarsMax: 3 }))).toEqual(['gpt-4o', 'claude-x'])
  expect(names(filterRows(rows, { ...none, dollarsMax: 2.5 }))).toEqual(['gpt-4o'])
  expect(names(filterRows(rows, { ...none, dollarsMax: 1.5, ratio: 0.5 }))).toEqual(['gpt-4o', 'claude-x'])
  expect(filterRows(rows, { ...none, group: 'vip', dollarsMax: 10 })).toEqual([])
})

test('models are filtered by maker and by kind of price', () => {
  expect(names(filterRows(rows, { ...none, vendor: 'openai' }))).toEqual(['gpt-4o', 'dall-e-3'])
  expect(names(filterRows(rows, { ...none, group: 'vip', vendor: 'other' }))).toEqual(['mine'])
  expect(names(filterRows(rows, { ...none, kind: 'call' }))).toEqual(['dall-e-3'])
  expect(names(filterRows(rows, { ...none, kind: 'tokens' }))).toEqual(['gpt-4o', 'claude-x'])
})

test('makers are counted, those with most models first, unknown ones last', () => {
  expect(countVendors([...rows, row('b'), row('c')])).toEqual([
    ['openai', 2],
    ['anthropic', 1],
    ['other', 3],
  ])
})

test('models are sorted by price, those without a price by tokens last', () => {
  expect(names(orderRows(rows, 'input'))).toEqual(['gpt-4o', 'claude-x', 'dall-e-3', 'mine'])
  expect(names(orderRows(rows, '-input'))).toEqual(['claude-x', 'gpt-4o', 'dall-e-3', 'mine'])
  expect(names(orderRows(rows, 'output'))).toEqual(['claude-x', 'gpt-4o', 'dall-e-3', 'mine'])
  expect(names(orderRows(rows, ''))).toEqual(names(rows))
})

test('the group of the account is selected, unless it offers nothing', () => {
  expect(chooseGroup(rows, ['default', 'vip'], '')).toBe('default')
  expect(chooseGroup(rows, ['svip', 'vip'], '')).toBe('vip')
  expect(chooseGroup(rows, ['default', 'vip'], 'vip')).toBe('vip')
  expect(chooseGroup(rows, ['default'], 'secret')).toBe('default')
  expect(chooseGroup([], ['svip'], '')).toBe('svip')
  expect(chooseGroup([], [], 'x')).toBe('')
})
