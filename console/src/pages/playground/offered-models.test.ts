import { expect, test } from 'bun:test'
import { modelsOfGroup, sortModels } from './offered-models.ts'

test('names that start with gpt come first', () => {
  expect(sortModels(['claude', 'gpt-4o', 'a-gpt', 'gpt-3.5'])).toEqual(['gpt-3.5', 'gpt-4o', 'a-gpt', 'claude'])
})

test('a group offers chat models with a channel', () => {
  const row = (model_name: string, type: string, ...enable_groups: string[]) => ({
    ...{ model_name, enable_groups, supported_endpoint_types: [type] },
  })
  const data = [
    row('a', 'openai', 'vip'),
    row('b', 'openai', 'default', 'vip'),
    row('d', 'anthropic', 'default'),
    row('e', 'embeddings', 'default'),
  ]
  const pricing = { data } as never
  expect(modelsOfGroup(['a', 'b', 'c', 'd', 'e'], 'default', pricing)).toEqual(['b', 'd'])
  expect(modelsOfGroup(['a', 'b', 'c'], 'default', undefined)).toEqual(['a', 'b', 'c'])
})
