import { expect, test } from 'bun:test'
import { parseGroupModels, writeGroupModels } from './group-models.ts'

test('each group has a row, and so has a group of the text that no longer exists', () => {
  expect(parseGroupModels(['default', 'vip'], '{"vip":["o1*"],"gone":["gpt-4o"]}')).toEqual([
    { group: 'default', models: [] },
    { group: 'vip', models: ['o1*'] },
    { group: 'gone', models: ['gpt-4o'] },
  ])
})

test('groups without hidden models are not written, and names such as constructor are harmless', () => {
  const text = writeGroupModels([
    { group: 'default', models: [] },
    { group: 'constructor', models: ['o1*', 'o3'] },
  ])
  expect(JSON.parse(text)).toEqual({ constructor: ['o1*', 'o3'] })
})

test('a text that is no table of names shows no rows', () => {
  for (const text of ['{', '[]', '{"vip":"o1"}', '{"vip":[1]}']) expect(parseGroupModels([], text)).toBeNull()
  expect(parseGroupModels([], '')).toEqual([])
})
