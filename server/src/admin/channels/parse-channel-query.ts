import {
  type ChannelSelection,
  type ChannelSort,
  channelPageSizeMax,
  channelSelections,
  channelSorts,
} from '@sluice/contract/channel-list'
import type { channelListQuery, channelQuery } from '@sluice/contract/routes/channel'
import type { z } from 'zod'
import { type ChannelOrder, noChannelFilter } from '../../store/channels.ts'
import type { ListedOrder } from '../../store/listed-channels.ts'
import { parsePage } from '../paging.ts'
import type { ChannelQuery, RowsQuery } from './channel-lists.ts'
import { parseStatusFilter } from './parse-status-filter.ts'

const columnOf: Record<Exclude<ChannelSort, 'models' | 'group'>, ChannelOrder['by']> = {
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

/** The query of a list or a search, without its page. */
export function parseChannelQuery(
  query: z.output<typeof channelListQuery> & Partial<Pick<z.output<typeof channelQuery>, 'keyword' | 'model'>>,
): Pick<ChannelQuery, 'filter' | 'order' | 'byTag' | 'selection'> {
  const { keyword = '', model = '', type } = query
  const group = query.group.trim()
  return {
    filter: {
      ...noChannelFilter,
      keyword: keyword.trim(),
      model: model.trim(),
      group: noGroup.includes(group) ? '' : group,
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

type Sorting = Pick<z.output<typeof channelListQuery>, 'sort_by' | 'sort_order' | 'id_sort'>

const sortOf = ({ sort_by }: Sorting): ChannelSort | undefined => channelSorts.find((name) => name === sort_by)
const directionOf = ({ sort_order }: Sorting) => (sort_order === 'asc' ? 'asc' : 'desc')

function orderOf(query: Sorting): ChannelOrder {
  const by = sortOf(query)
  // Only rows are sorted by these.
  if (by !== undefined && by !== 'models' && by !== 'group') return { by: columnOf[by], direction: directionOf(query) }
  return { by: isTrue(query.id_sort) ? 'id' : 'priority', direction: 'desc' }
}

/** The query of a list in rows. */
export function parseRowsQuery(query: z.output<typeof channelQuery>): RowsQuery {
  const { filter, selection, byTag } = parseChannelQuery(query)
  const { offset, limit } = parsePage(query, { first: 1, sizeParam: null, sizeMax: channelPageSizeMax })
  const by = sortOf(query)
  const direction = directionOf(query)
  const byId = isTrue(query.id_sort) ? 'id' : ''
  return {
    filter,
    selection,
    offset,
    limit,
    order: listedOrderOf(query),
    byTag: byTag ? { by: by ?? byId, direction } : null,
  }
}

function listedOrderOf(query: Sorting): ListedOrder {
  const by = sortOf(query)
  if (by === 'models') return { by: 'model_count', direction: directionOf(query) }
  if (by === 'group') return { by: 'group_names', direction: directionOf(query) }
  return orderOf(query)
}

const selectionOf = (text: string): ChannelSelection | null => channelSelections.find((name) => name === text) ?? null

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1'
