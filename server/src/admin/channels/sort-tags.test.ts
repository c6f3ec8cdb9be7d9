import { expect, test } from 'bun:test'
import { channelSorts, type ListedChannel } from '@sluice/contract/channel-list'
import { tagFiguresOf } from '@sluice/contract/tag-figures'
import { sortTags, type TagOrder } from './sort-tags.ts'

const channel = (more: Partial<ListedChannel> = {}): ListedChannel => ({
  id: 1,
  type: 1,
  name: 'one',
  status: 1,
  tag: 'a',
  group: 'default',
  priority: 0,
  weight: 0,
  used_quota: 0,
  response_time: 0,
  test_time: 0,
  created_time: 10,
  expired_time: -1,
  balance: 0,
  balance_updated_time: 0,
  balance_currency: 'USD',
  other_info: '',
  model_count: 1,
  first_models: ['gpt-4o'],
  remark: '',
  ...more,
})
const tag = (name: string, members: ListedChannel[], more: { lastId?: number; models?: number } = {}) => ({
  tag: name,
  channels: members.length,
  figures: tagFiguresOf(members),
  lastId: 1,
  models: 1,
  ...more,
})
const sortedNames = (tags: ReturnType<typeof tag>[], order: TagOrder) => sortTags(tags, order).map(({ tag }) => tag)

/** Every figure of `high` is larger than that of `low`. */
const low = tag('low', [channel()])
const high = tag(
  'mid',
  [
    channel({ type: 14, status: 3, group: 'vip', priority: 5, weight: 5, used_quota: 9, response_time: 80 }),
    channel({ type: 14, test_time: 5, created_time: 20, expired_time: 50, group: 'vip' }),
    channel({ type: 14, balance: 3, balance_updated_time: 5, group: 'vip' }),
  ],
  { lastId: 3, models: 4 },
)

test.each([...channelSorts])('tags are sorted by %s', (by) => {
  expect(sortedNames([low, high], { by, direction: 'desc' })).toEqual(['mid', 'low'])
})

test('a range is sorted by its maximum or minimum, unknown values come last, and ties are sorted by name', () => {
  const wide = tag('wide', [channel({ weight: 1 }), channel({ weight: 9 })])
  const five = tag('five', [channel({ weight: 5 })])
  expect(sortedNames([five, wide], { by: 'weight', direction: 'desc' })).toEqual(['wide', 'five'])
  expect(sortedNames([five, wide], { by: 'weight', direction: 'asc' })).toEqual(['wide', 'five'])
  expect(sortedNames([low, high], { by: 'balance', direction: 'asc' })).toEqual(['mid', 'low'])
  expect(sortedNames([wide, five, low], { by: 'priority', direction: 'desc' })).toEqual(['five', 'low', 'wide'])
  expect(sortedNames([low, high, five], { by: '', direction: 'desc' })).toEqual(['five', 'low', 'mid'])
})

test('the figures of a tag combine those of its channels', () => {
  const { figures } = tag('t', [
    channel({ group: 'default,vip', used_quota: 5, response_time: 400, balance: 2, balance_updated_time: 1 }),
    channel({ group: 'vip', used_quota: 7, status: 2, balance: 3, balance_updated_time: 1, weight: 4 }),
    channel({ response_time: 601, balance: 8, balance_updated_time: 1, balance_currency: 'CNY' }),
    channel({ balance: 99, expired_time: 30, priority: -2 }),
  ])
  expect(figures).toMatchObject({
    groups: ['default', 'vip'],
    usedQuota: 12,
    responseMs: 501,
    priority: { min: -2, max: 0 },
    weight: { min: 0, max: 4 },
    balances: [
      { currency: 'USD', amount: 5 },
      { currency: 'CNY', amount: 8 },
    ],
    balanceCount: 3,
    enabledCount: 3,
    firstExpiry: 30,
  })
})
