import { expect, test } from 'bun:test'
import { modelsOfModes } from './mode-models.ts'
import { modelsOfGroup } from './use-offer.ts'

test('a group offers chat models with a channel', () => {
  const row = (model_name: string, type: string, ...enable_groups: string[]) => ({
    model_name,
    enable_groups,
    supported_endpoint_types: [type],
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
  expect([...modelsOfModes(['a', 'b', 'c', 'd', 'e'], 'default', pricing)]).toEqual([['embedding', ['e']]])
  expect(modelsOfModes(['e'], 'default', undefined).size).toBe(0)
})
