import type { Channel } from '@sluice/contract/channel'
import { channelStatus } from '@sluice/contract/roles'
import { splitNames } from './model-names.ts'

export interface ChannelItem {
  kind: 'channel'
  key: number
  channel: Channel
}

/** The channels of a tag as one row. */
export interface TagItem {
  kind: 'tag'
  key: string
  tag: string
  /** Every group that one of the channels serves. */
  groups: string[]
  usedQuota: number
  /** The mean of those that were tested; 0 = none was. */
  responseMs: number
  /** null = the channels differ. */
  priority: number | null
  weight: number | null
  enabledCount: number
  children: ChannelItem[]
}
export type ListItem = ChannelItem | TagItem

const itemOf = (channel: Channel): ChannelItem => ({ kind: 'channel', key: channel.id, channel })

export const channelItems = (channels: readonly Channel[]): ListItem[] => channels.map(itemOf)

/** One row a tag, in the order in which the tags first appear. */
export function tagItems(channels: readonly Channel[]): TagItem[] {
  const byTag = Map.groupBy(channels, ({ tag }) => tag ?? '')
  return [...byTag].map(([tag, members]) => ({
    kind: 'tag',
    key: `tag:${tag}`,
    tag,
    groups: [...new Set(members.flatMap(({ group }) => splitNames(group)))],
    usedQuota: members.reduce((sum, { used_quota }) => sum + used_quota, 0),
    responseMs: meanOf(members.map(({ response_time }) => response_time).filter((ms) => ms > 0)),
    priority: commonOf(members.map(({ priority }) => priority)),
    weight: commonOf(members.map(({ weight }) => weight)),
    enabledCount: members.filter(({ status }) => status === channelStatus.enabled).length,
    children: members.map(itemOf),
  }))
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

const commonOf = (values: readonly number[]): number | null => {
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? first : null
}

/** The ticked rows for ticked channels: a tag is ticked when all of its channels are. */
export function tickedKeys(ids: readonly number[], rows: readonly ListItem[]): (number | string)[] {
  const ticked = new Set(ids)
  const tags = rows.filter((row) => row.kind === 'tag' && row.children.every(({ key }) => ticked.has(key)))
  return [...ids, ...tags.map(({ key }) => key)]
}

/** The channels that are ticked once `keys` are: ticking a tag ticks its channels, and the other way round. */
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

/** The models and groups of those of `channels` that are ticked. */
export function namesOf(
  channels: readonly Channel[],
  ids: readonly number[],
): { models: string[]; groups: string[] } {
  const isTicked = new Set(ids)
  const ticked = channels.filter(({ id }) => isTicked.has(id))
  return {
    models: [...new Set(ticked.flatMap(({ models }) => splitNames(models)))],
    groups: [...new Set(ticked.flatMap(({ group }) => splitNames(group)))].sort(),
  }
}
