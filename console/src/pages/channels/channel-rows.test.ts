import { describe, expect, test } from 'bun:test'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { ListedChannel } from '@sluice/contract/channel-list'
import { channelItems, groupsOf, listedOf, tagItems, tickedChannels, tickedKeys } from './channel-rows.ts'
import { tagTroubleOf } from './tag-trouble.ts'
import { buildListedChannel, buildTestChannel } from './test-channel.ts'

const channel = (id: number, more: Partial<ListedChannel>): ListedChannel => buildListedChannel({ id, ...more })

const east = [
  channel(1, { tag: 'east', group: 'default,vip', used_quota: 5, response_time: 400, priority: 3 }),
  channel(2, { tag: 'east', group: 'vip,free', used_quota: 7, status: 2, weight: 4, priority: 3 }),
  channel(3, { tag: 'east', used_quota: 1, response_time: 601, status: 3, priority: 3 }),
]
const west = channel(4, { tag: 'west', status: 2 })
const page = {
  items: [...east, west],
  tags: [
    { tag: 'west', channels: 9, models: 3 },
    { tag: 'east', channels: 3, models: 1 },
  ],
}

describe('a tag', () => {
  const [first, second, ...rest] = tagItems(page)

  test('unites its channels, in the order of the answer', () => {
    expect(rest).toEqual([])
    expect(first).toMatchObject({ tag: 'west', channelCount: 9, modelCount: 3, enabledCount: 0 })
    expect(second).toMatchObject({ key: 'tag:east', groups: ['default', 'vip', 'free'], usedQuota: 13 })
    expect(second).toMatchObject({ priority: { min: 3, max: 3 }, weight: { min: 0, max: 4 } })
    expect(second?.children.map(({ key }) => key)).toEqual([1, 2, 3])
  })
  test('counts the problems of its channels', () => {
    // The counts read no other fields of an entry.
    const resting = { channel_id: 1, failures: 0, rest_seconds: 4, refused_keys: 0 }
    const health = new Map([[1, resting as ChannelHealthEntry]])
    const trouble = tagTroubleOf([...(second?.children ?? []), ...(first?.children ?? [])], health, 100)
    expect(trouble).toEqual({ autoDisabled: 1, expired: 0, resting: 1, failing: 0, keyless: 0 })
    const expired = channelItems([channel(5, { expired_time: 99 })]).filter((item) => item.kind === 'channel')
    expect(tagTroubleOf(expired, health, 100)).toMatchObject({ expired: 1 })
    const keyless = channelItems([channel(6, { is_keyless: true }), channel(7, { is_keyless: true, status: 2 })])
    const items = keyless.filter((item) => item.kind === 'channel')
    expect(tagTroubleOf(items, health, 100)).toMatchObject({ keyless: 1, failing: 0 })
  })
})

test('the row of a saved channel counts its models', () => {
  expect(listedOf(buildTestChannel({ id: 8, models: 'a,b', tag: 'x' }))).toEqual(
    channel(8, { model_count: 2, first_models: ['a', 'b'], tag: 'x' }),
  )
})

describe('ticking', () => {
  const rows = tagItems(page)

  test('a tag ticks its channels and keeps the others', () => {
    expect(tickedChannels([4], [...tickedKeys([4], rows), 'tag:east'], rows).sort()).toEqual([1, 2, 3, 4])
  })
  test('the last channel ticks its tag, one less unticks it', () => {
    expect(tickedKeys([1, 2, 3], rows)).toEqual([1, 2, 3, 'tag:east'])
    expect(tickedChannels([1, 2, 3], [1, 3, 'tag:east'], rows)).toEqual([1, 3])
  })
  test('unticking a tag unticks its channels', () => {
    expect(tickedChannels([1, 2, 3, 4], [1, 2, 3, 4, 'tag:west'], rows)).toEqual([4])
  })
  test('all rows are ticked and unticked at once', () => {
    expect(tickedChannels([], ['tag:east', 1, 2, 3, 'tag:west', 4], rows).sort()).toEqual([1, 2, 3, 4])
    expect(tickedChannels([1, 2, 3, 4], [], rows)).toEqual([])
  })
  test('channels of other pages stay ticked in a plain list', () => {
    expect(tickedChannels([9], [9, 4], channelItems([west]))).toEqual([9, 4])
  })
})

test('the groups of ticked channels are those of all of them, each once', () => {
  expect(groupsOf([...east, west], [1, 2])).toEqual(['default', 'free', 'vip'])
  expect(groupsOf([...east, west], [])).toEqual([])
})
