import type { Channel } from '@sluice/contract/channel'
import { type ChannelRows, firstModelsMax, type ListedChannel, type ListedTag } from '@sluice/contract/channel-list'
import { type TagFigures, tagFiguresOf } from '@sluice/contract/tag-figures'
import { splitNames } from './model-names.ts'

export interface ChannelItem {
  kind: 'channel'
  key: number
  channel: ListedChannel
}

/** The channels of a tag as one row. */
export interface TagItem extends TagFigures {
  kind: 'tag'
  key: string
  tag: string
  /** All channels with this tag, regardless of the filters. */
  channelCount: number
  /** The number of distinct models of the children. */
  modelCount: number
  /** The first of them. */
  firstModels: string[]
  /** The channels that match the filters. */
  children: ChannelItem[]
}
export type ListItem = ChannelItem | TagItem

const itemOf = (channel: ListedChannel): ChannelItem => ({ kind: 'channel', key: channel.id, channel })

export const channelItems = (channels: readonly ListedChannel[]): ListItem[] => channels.map(itemOf)

/** One row for each tag of the page, in the same order. */
export function tagItems({ items, tags }: Pick<ChannelRows, 'items' | 'tags'>): TagItem[] {
  const byTag = Map.groupBy(items, ({ tag }) => tag)
  return tags.map((listed) => tagItemOf(listed, byTag.get(listed.tag) ?? []))
}

const tagItemOf = ({ tag, channels, models }: ListedTag, members: readonly ListedChannel[]): TagItem => ({
  kind: 'tag',
  key: `tag:${tag}`,
  tag,
  channelCount: channels,
  modelCount: models,
  firstModels: [...new Set(members.flatMap(({ first_models }) => first_models))].slice(0, firstModelsMax),
  ...tagFiguresOf(members),
  children: members.map(itemOf),
})

/** The list row of a channel that was just saved. */
export function listedOf(channel: Channel): ListedChannel {
  const { id, type, name, status, tag, group, priority, weight, used_quota, response_time } = channel
  const models = splitNames(channel.models)
  const { test_time, created_time, expired_time, balance, balance_updated_time, balance_currency, remark } = channel
  return {
    id,
    type,
    name,
    status,
    tag,
    group,
    priority,
    weight,
    used_quota,
    response_time,
    test_time,
    created_time,
    expired_time,
    balance,
    balance_updated_time,
    balance_currency,
    remark,
    other_info: channel.other_info,
    model_count: models.length,
    first_models: models.slice(0, firstModelsMax),
  }
}

/** The row keys that are selected for these channels. A tag is selected when all its channels are. */
export function tickedKeys(ids: readonly number[], rows: readonly ListItem[]): (number | string)[] {
  const ticked = new Set(ids)
  const tags = rows.filter((row) => row.kind === 'tag' && row.children.every(({ key }) => ticked.has(key)))
  return [...ids, ...tags.map(({ key }) => key)]
}

/** The channels that are selected by these row keys. A tag selects all its channels. */
export function tickedChannels(
  before: readonly number[],
  keys: readonly unknown[],
  rows: readonly ListItem[],
): number[] {
  const wasTicked = new Set<unknown>(tickedKeys(before, rows))
  const isTicked = new Set(keys)
  const ids = new Set(keys.filter((key) => typeof key === 'number'))
  for (const row of rows) {
    if (row.kind !== 'tag' || wasTicked.has(row.key) === isTicked.has(row.key)) continue
    for (const { key } of row.children) isTicked.has(row.key) ? ids.add(key) : ids.delete(key)
  }
  return [...ids]
}

/** The groups of the selected channels. */
export function groupsOf(channels: readonly ListedChannel[], ids: readonly number[]): string[] {
  const isTicked = new Set(ids)
  const ticked = channels.filter(({ id }) => isTicked.has(id))
  return [...new Set(ticked.flatMap(({ group }) => splitNames(group)))].sort()
}
