import { expect, test } from 'bun:test'
import { parseGroupRouting, writeGroupRouting } from './group-routing.ts'

const groups = ['default', 'vip']

test('each group has a row, with the defaults where nothing is set', () => {
  const texts = { groups, strategies: '{"vip":"latency","gone":"cost"}', hedges: '{"vip":800}' }
  expect(parseGroupRouting(texts)).toEqual([
    { group: 'default', strategy: 'priority', hedgeMs: null },
    { group: 'vip', strategy: 'latency', hedgeMs: 800 },
  ])
})

test('defaults are not written', () => {
  const written = writeGroupRouting([
    { group: 'default', strategy: 'priority', hedgeMs: 300 },
    { group: 'vip', strategy: 'busy', hedgeMs: null },
  ])
  expect([JSON.parse(written.strategies), JSON.parse(written.hedges)]).toEqual([{ vip: 'busy' }, { default: 300 }])
})

test('a text that cannot be read shows no table', () => {
  for (const strategies of ['{', '[]', '{"vip":"fastest"}'])
    expect(parseGroupRouting({ groups, strategies, hedges: '{}' })).toBeNull()
  expect(parseGroupRouting({ groups, strategies: '{}', hedges: '{"vip":"soon"}' })).toBeNull()
})
