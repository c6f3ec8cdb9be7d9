import { expect, test } from 'bun:test'
import { modelsOfGroup, sortModels } from './offered-models.ts'

test('names that start with gpt come first', () => {
  expect(sortModels(['claude', 'gpt-4o', 'a-gpt', 'gpt-3.5'])).toEqual([
    'gpt-3.5',
    'gpt-4o',
    'a-gpt',
    'claude',
  ])
})

test('a group offers what the price list says, and what it does not know', () => {
  const row = (model_name: string, ...enable_groups: string[]) => ({ model_name, enable_groups })
  const pricing = { data: [row('a', 'vip'), row('b', 'default', 'vip')] } as never
  expect(modelsOfGroup(['a', 'b', 'c'], 'default', pricing)).toEqual(['b', 'c'])
  expect(modelsOfGroup(['a', 'b', 'c'], 'default', undefined)).toEqual(['a', 'b', 'c'])
})
