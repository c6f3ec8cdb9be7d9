import { describe, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { channelItems, namesOf, tagItems, tickedChannels, tickedKeys } from './channel-rows.ts'
import { buildTestChannel } from './test-channel.ts'

const channel = (id: number, more: Partial<Channel>): Channel => buildTestChannel({ id, ...more })

const east = [
  channel(1, { tag: 'east', group: 'default,vip', used_quota: 5, response_time: 400, priority: 3 }),
  channel(2, { tag: 'east', group: 'vip,free', used_quota: 7, status: 2, weight: 4, priority: 3 }),
  channel(3, { tag: 'east', used_quota: 1, response_time: 601, status: 3, priority: 3 }),
]
const west = channel(4, { tag: 'west', status: 2 })

describe('a tag', () => {
  const [first, second, ...rest] = tagItems([...east, west])

  test('unites its channels', () => {
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      key: 'tag:east',
      groups: ['default', 'vip', 'free'],
      usedQuota: 13,
      enabledCount: 1,
      priority: 3,
    })
    expect(first?.children.map(({ key }) => key)).toEqual([1, 2, 3])
    expect(second).toMatchObject({ tag: 'west', enabledCount: 0, responseMs: 0, priority: 0, weight: 0 })
  })
  test('has no weight when its channels differ', () => {
    expect(first?.weight).toBeNull()
  })
  test('takes the mean of the channels that were tested', () => {
    expect(first?.responseMs).toBe(501)
  })
})

describe('ticking', () => {
  const rows = tagItems([...east, west])

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
  test('everything and nothing', () => {
    expect(tickedChannels([], ['tag:east', 1, 2, 3, 'tag:west', 4], rows).sort()).toEqual([1, 2, 3, 4])
    expect(tickedChannels([1, 2, 3, 4], [], rows)).toEqual([])
  })
  test('channels of other pages stay ticked in a plain list', () => {
    expect(tickedChannels([9], [9, 4], channelItems([west]))).toEqual([9, 4])
  })
})

test('the names of ticked channels are those of all of them, each once', () => {
  const channels = [channel(1, { models: 'a,b', group: 'vip' }), channel(2, { models: 'b,c' }), west]
  expect(namesOf(channels, [1, 2])).toEqual({ models: ['a', 'b', 'c'], groups: ['default', 'vip'] })
  expect(namesOf(channels, [])).toEqual({ models: [], groups: [] })
})
