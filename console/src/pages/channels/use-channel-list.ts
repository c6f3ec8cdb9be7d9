import type { ChannelRows } from '@sluice/contract/channel-list'
import { pageSizes } from '@sluice/contract/page-sizes'
import { queryOptions } from '@tanstack/react-query'
import { useListPage } from '../../components/use-list-page.ts'
import { readText, writeText } from '../../lib/storage.ts'
import { type ListSearchOf, useUrlState } from '../../lib/url-state.ts'
import { channelItems, type ListItem, tagItems } from './channel-rows.ts'
import { type ChannelFilters, type ChannelListParams, channelsQuery } from './queries.ts'

const noFields = { model: '', group: '', status: '', reason: '', type: 0, tag: '' }
const filterDefaults = { keyword: '', ...noFields, only: '' }
const others = { tag_mode: false, sort_by: '', sort_order: 'desc' }
/** The largest page holds all channels; only visible rows are drawn. */
const sizes = [...pageSizes, 500, 5_000]
const storedIdSort = (): boolean => readText('id-sort') === 'true'
export type ChannelsSearch = ListSearchOf<
  typeof filterDefaults & typeof others & { id_sort: boolean; copy: string; open: string }
>

/**
 * Rows that were loaded by tag are shown by tag until the rows of the other mode arrive. Channels without a tag follow
 * the tags.
 */
const rowsOf = ({
  items: channels,
  total,
  tags,
}: ChannelRows): { items: ListItem[]; total: number; channels: typeof channels } => ({
  items:
    tags.length > 0
      ? [...tagItems({ items: channels, tags }), ...channelItems(channels.filter(({ tag }) => tag === ''))]
      : channelItems(channels),
  total,
  channels,
})

const rowKey = ({ key }: ListItem) => key

/** The list of channels and its state. The order by id is also stored. */
export function useChannelList() {
  const [{ id_sort: idSort }, patchSort] = useUrlState({ id_sort: storedIdSort() })
  const list = useListPage({
    filters: filterDefaults,
    others,
    sizes,
    query: (view) => queryOptions({ ...channelsQuery(paramsOf(view, idSort)), select: rowsOf }),
    rowKey,
  })
  const params = paramsOf(list, idSort)
  return {
    list,
    params,
    sorting: {
      by: params.sortBy,
      isAscending: params.isAscending,
      onSort: (by: string, isUp: boolean) => list.setFilters({ sort_by: by, sort_order: isUp ? 'asc' : 'desc' }),
    },
    setFilters: (changes: Partial<ChannelFilters>) => list.setFilters(changes),
    setTagMode: (isOn: boolean) => list.setFilters({ tag_mode: isOn }),
    /** Keeps the search and the quick view. */
    clearFields: () => list.setFilters(noFields),
    setIdSort: (isOn: boolean) => {
      // The order by id replaces the order by a column.
      void list.setFilters({ sort_by: '', sort_order: 'desc' })
      void patchSort({ id_sort: isOn })
      writeText('id-sort', String(isOn))
    },
  }
}

interface ListAddress {
  filters: ChannelFilters & typeof others
  page: number
  pageSize: number
}

function paramsOf({ filters, page, pageSize }: ListAddress, idSort: boolean): ChannelListParams {
  const { tag_mode: tagMode, sort_by: sortBy, sort_order: order, ...fields } = filters
  return { ...fields, tagMode, idSort, sortBy, isAscending: order === 'asc', page, pageSize }
}
