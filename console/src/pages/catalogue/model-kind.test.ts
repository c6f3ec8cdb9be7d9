import { expect, test } from 'bun:test'
import { type ModelCard, nameRules, type PrefillGroup } from '@sluice/contract/catalogue'
import { changedFields } from './changed-fields.ts'
import { joinTags, modelKind, splitTags } from './model-kind.ts'
import { prefillKind } from './prefill-kind.ts'

const times = { created_time: 1, updated_time: 2 }
const card: ModelCard = {
  id: 7,
  model_name: 'acme-',
  description: 'Anvils',
  icon: 'Acme.Color',
  tags: 'a, b',
  vendor_id: 0,
  endpoints: '{"openai":{"path":"/own"}}',
  status: 0,
  sync_official: 1,
  name_rule: nameRules.prefix,
  bound_channels: [],
  enable_groups: [],
  quota_types: [],
  matched_models: [],
  matched_count: 0,
  facts: { context_tokens: 9, is_deprecated: true },
  known_facts: {},
  ...times,
}

test('an unedited entry is written as it was read', () => {
  const write = modelKind.buildWrite(modelKind.buildValues(card), card)
  expect(write).toEqual({
    model_name: 'acme-',
    name_rule: 1,
    vendor_id: 0,
    description: 'Anvils',
    tags: 'a,b',
    endpoints: '{"openai":{"path":"/own"}}',
    icon: 'Acme.Color',
    status: 0,
    facts: card.facts,
  })
})

test('only edited fields are sent', () => {
  const values = modelKind.buildValues(card)
  const before = modelKind.buildWrite(values, card)
  const after = modelKind.buildWrite({ ...values, vendor_id: 3, endpoints: ['openai', 'rerank'] }, card)
  expect(changedFields(before, after)).toEqual({
    vendor_id: 3,
    endpoints: '{"openai":{"path":"/own"},"rerank":"/v1/rerank"}',
  })
  expect(changedFields(before, before)).toEqual({})
  const facts = { ...values, context_tokens: null, abilities: ['tools' as const], end_of_life: '2027-01-31' }
  expect(changedFields(before, modelKind.buildWrite(facts, card))).toEqual({
    facts: { abilities: ['tools'], end_of_life: '2027-01-31', is_deprecated: true },
  })
  const offered = modelKind.buildWrite({ ...values, is_deprecated: false }, card)
  expect(changedFields(before, offered)).toEqual({ facts: { context_tokens: 9, is_deprecated: false } })
  // The field is cleared: the data set decides.
  const cleared = modelKind.buildWrite({ ...values, is_deprecated: undefined }, card)
  expect(changedFields(before, cleared)).toEqual({ facts: { context_tokens: 9 } })
})

test('tags are split at Western and Chinese commas, without duplicates', () => {
  expect(splitTags(' fast，vision, fast ,,')).toEqual(['fast', 'vision'])
  expect(joinTags(['a,b', ' b ', 'c'])).toBe('a,b,c')
})

test('only endpoint types may be an object', () => {
  const group: PrefillGroup = {
    id: 1,
    name: 'g',
    type: 'endpoint',
    items: { gemini: '/own' },
    description: '',
    ...times,
  }
  const values = { ...prefillKind.buildValues(group), items: ['gemini', 'openai'] }
  expect(prefillKind.buildWrite(values, group).items).toEqual({
    gemini: '/own',
    openai: '/v1/chat/completions',
  })
  expect(prefillKind.buildWrite({ ...values, type: 'tag' }, group).items).toEqual(['gemini', 'openai'])
  expect(prefillKind.buildWrite({ ...values, type: 'model' }, null).items).toEqual(['gemini', 'openai'])
})
