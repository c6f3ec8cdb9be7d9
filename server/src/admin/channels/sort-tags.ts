import type { ChannelSort } from '@sluice/contract/channel-list'
import type { TagFigures } from '@sluice/contract/tag-figures'

export interface SortableTag {
  tag: string
  /** The largest id of its channels. */
  lastId: number
  channels: number
  /** Different models. */
  models: number
  figures: TagFigures
}

export interface TagOrder {
  /** '' = by the name of the tag, ascending. */
  by: ChannelSort | ''
  direction: 'asc' | 'desc'
}

/** The tags in the order of a column of the list; tags without a value come last, like channels. */
export function sortTags<T extends SortableTag>(tags: readonly T[], { by, direction }: TagOrder): T[] {
  const byName = (a: T, b: T) => compare(a.tag, b.tag)
  if (by === '') return [...tags].sort(byName)
  const sign = direction === 'asc' ? 1 : -1
  const keyed = tags.map((tag) => ({ tag, value: sortValueOf(tag, by, direction) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null) || byName(a.tag, b.tag)
    return sign * compare(a.value, b.value) || byName(a.tag, b.tag)
  })
  return keyed.map(({ tag }) => tag)
}

/** Ranges are sorted by the end that comes first: the largest value descending, the smallest ascending. */
function sortValueOf(tag: SortableTag, by: ChannelSort, direction: 'asc' | 'desc'): number | string | null {
  const { figures } = tag
  const end = direction === 'asc' ? 'min' : 'max'
  switch (by) {
    case 'id':
      return tag.lastId
    case 'name':
    case 'tag':
      return tag.tag
    case 'type':
      return direction === 'asc' ? Math.min(...figures.types) : Math.max(...figures.types)
    case 'status':
      // A channel that is disabled has the larger number.
      return 1 - figures.enabledCount / tag.channels
    case 'priority':
      return figures.priority[end]
    case 'weight':
      return figures.weight[end]
    case 'balance':
      return figures.balanceCount === 0 ? null : figures.balances.reduce((sum, { amount }) => sum + amount, 0)
    case 'used_quota':
      return figures.usedQuota
    case 'response_time':
      return figures.responseMs
    case 'test_time':
      return figures.lastTest
    case 'created_time':
      return figures.lastCreation
    case 'expired_time':
      return figures.firstExpiry === -1 ? null : figures.firstExpiry
    case 'models':
      return tag.models
    case 'group':
      return figures.groups.join()
    default:
      return by satisfies never
  }
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0)
