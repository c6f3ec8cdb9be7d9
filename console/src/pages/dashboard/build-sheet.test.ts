import { expect, test } from 'bun:test'
import { overviewOf } from '../../../test/sample-overview.ts'
import { formatTime } from '../../lib/format.ts'
import { buildSheet } from './build-sheet.ts'
import { partFilters } from './part-name.ts'

const words = {
  time: 'Time',
  by: { model: 'model', token: 'key', group: 'group', client: 'program', channel: 'channel' },
  calls: 'Calls',
  tokens: 'Tokens',
  spend: 'Spend ($)',
  others: (count: number) => `${count} others`,
  names: ({ model_name = '', token_name = '' }) => [token_name, model_name],
}
const format = { perUnit: 500_000, inCurrency: true }

test('the file has a row for each step and part with calls, and the names of both groupings', () => {
  const { starts, parts } = overviewOf()
  const [first] = parts
  if (!first) throw new Error('no part')
  const named = { ...first, token_id: 7, token_name: 'laptop' }
  const others = { ...first, count: 3, series: { quota: [0, 500_000, 0], calls: [0, 1, 0], tokens: [0, 5, 0] } }
  expect(buildSheet({ starts, parts: [named], others }, ['token', 'model'], { words, format })).toEqual([
    ['Time', 'key', 'model', 'Calls', 'Tokens', 'Spend ($)'],
    [formatTime(starts[0] ?? 0), 'laptop', 'gpt-4o', 1, 12, 0.00012],
    [formatTime(starts[1] ?? 0), '3 others', '', 1, 5, 1],
    [formatTime(starts[2] ?? 0), 'laptop', 'gpt-4o', 2, 24, 0.00028],
  ])
})

test('a part leads to its calls if the usage log has filters for it', () => {
  expect(partFilters({ model_name: 'o3', token_id: 7, token_name: 'laptop' })).toEqual({
    model_name: 'o3',
    token_name: 'laptop',
  })
  expect(partFilters({ channel_id: 4, channel_name: '' })).toEqual({ channel: '4' })
  expect(partFilters({ token_id: 7, token_name: '' })).toBeNull()
  expect(partFilters({ group: '' })).toBeNull()
  expect(partFilters({ client: 'Codex' })).toEqual({ client: 'Codex' })
  expect([partFilters({ client: '' }), partFilters({ client: 'other' })]).toEqual([null, null])
})
