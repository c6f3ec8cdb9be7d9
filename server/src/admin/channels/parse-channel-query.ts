import { type ChannelSelection, channelSelections, channelSorts } from '@sluice/contract/channel-list'
import type { channelListQuery, channelQuery } from '@sluice/contract/routes/channel'
import type { z } from 'zod'
import { type ChannelOrder, noChannelFilter } from '../../store/channels.ts'
import type { ChannelQuery } from './channel-lists.ts'
import { parseStatusFilter } from './parse-status-filter.ts'

const columnOf: Record<(typeof channelSorts)[number], ChannelOrder['by']> = {
  id: 'id',
  name: 'name',
  type: 'type',
  status: 'status',
  tag: 'tag',
  priority: 'priority',
  weight: 'weight',
  balance: 'balance',
  used_quota: 'used_quota',
  response_time: 'response_time_ms',
  test_time: 'test_at',
  created_time: 'created_at',
  expired_time: 'expires_at',
}

/** How clients name no group. */
const noGroup = ['', 'null', 'all']

/** What a list or a search asks for, without its page. */
export function parseChannelQuery(
  query: z.output<typeof channelListQuery> &
    Partial<Pick<z.output<typeof channelQuery>, 'keyword' | 'model'>>,
): Pick<ChannelQuery, 'filter' | 'order' | 'byTag' | 'selection'> {
  const { keyword = '', model = '', type } = query
  const group = query.group.trim()
  return {
    filter: {
      ...noChannelFilter,
      ...{ keyword: keyword.trim(), model: model.trim(), group: noGroup.includes(group) ? '' : group },
      statuses: parseStatusFilter(query.status),
      // 0 means an empty selection: no channel has it.
      type: type !== undefined && type > 0 ? type : null,
      tag: query.tag.trim(),
    },
    selection: { reason: query.reason.trim(), only: selectionOf(query.only) },
    order: orderOf(query),
    byTag: isTrue(query.tag_mode),
  }
}

function orderOf({ sort_by, sort_order, id_sort }: z.output<typeof channelListQuery>): ChannelOrder {
  const by = channelSorts.find((name) => name === sort_by)
  if (by !== undefined) return { by: columnOf[by], direction: sort_order === 'asc' ? 'asc' : 'desc' }
  return { by: isTrue(id_sort) ? 'id' : 'priority', direction: 'desc' }
}

const selectionOf = (text: string): ChannelSelection | null =>
  channelSelections.find((name) => name === text) ?? null

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1'
