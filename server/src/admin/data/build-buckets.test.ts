import { expect, test } from 'bun:test'
import { dayMs, hourMs } from '@sluice/contract/durations'
import { noUse } from '../../store/usage-hour-question.ts'
import { buildBuckets } from './build-buckets.ts'

const start = 20_000 * dayMs
const sum = (at: number, model: string, calls: number) => ({
  ...noUse,
  at,
  user_id: 0,
  token_id: 0,
  channel_id: 0,
  model_name: model,
  calls,
  quota: calls * 10,
  prompt_tokens: calls,
  completion_tokens: calls,
})
const sums = [
  sum(start + dayMs, 'a', 1),
  sum(start + 2 * hourMs, 'b', 2),
  sum(start + hourMs, 'a', 4),
  sum(start + 3 * hourMs, 'a', 8),
  sum(start + 4 * hourMs, 'a', 0),
]
const account = { id: 7, username: 'ulf' }
const rowsOf = (max: number) =>
  buildBuckets(sums, account, max).map((row) => [row.created_at - start / 1000, row.model_name, row.count])

test('a row is a model in an hour, oldest first, without those that have no calls', () => {
  expect(rowsOf(4)).toEqual([
    [3_600, 'a', 4],
    [7_200, 'b', 2],
    [10_800, 'a', 8],
    [86_400, 'a', 1],
  ])
  expect(buildBuckets(sums, account, 4)[1]).toEqual({
    id: 0,
    user_id: 7,
    username: 'ulf',
    model_name: 'b',
    created_at: start / 1000 + 7_200,
    count: 2,
    quota: 20,
    token_used: 4,
  })
})

test('more rows than the most are added up by day', () => {
  expect(rowsOf(3)).toEqual([
    [0, 'a', 12],
    [0, 'b', 2],
    [86_400, 'a', 1],
  ])
  expect(buildBuckets(sums, account, 3)[0]).toMatchObject({ quota: 120, token_used: 24 })
})
