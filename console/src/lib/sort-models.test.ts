import { expect, test } from 'bun:test'
import { sortModels } from './sort-models.ts'

test('names that begin with gpt come first', () => {
  expect(sortModels(['o3', 'gpt-5', 'claude', 'gpt-4o', 'o3', 'gpt-10'])).toEqual([
    'gpt-4o',
    'gpt-5',
    'gpt-10',
    'claude',
    'o3',
  ])
})
