import { pageSizes } from '@sluice/contract/page-sizes'
import { readText, writeText } from '../../lib/storage.ts'
import { type ListSearchOf, useListState, useUrlState } from '../../lib/url-state.ts'
import type { ChannelFilters, ChannelListParams } from './queries.ts'

const noFields = { model: '', group: '', status: '', reason: '', type: 0, tag: '' }
const noFilters = { keyword: '', ...noFields, only: '' }
const filterDefaults = { ...noFilters, tag_mode: false, sort_by: '', sort_order: 'desc' }
/** The largest page holds all channels; only visible rows are drawn. */
const sizes = [...pageSizes, 500, 5_000]
const storedIdSort = (): boolean => readText('id-sort') === 'true'
export type ChannelsSearch = ListSearchOf<typeof filterDefaults & { id_sort: boolean; copy: string }>

/** The state of the list is in the URL. The order by id is also stored. */
export function useChannelList() {
  const list = useListState(filterDefaults, { sizes })
  const [{ id_sort: idSort }, patchSort] = useUrlState({ id_sort: storedIdSort() })
  const { tag_mode: tagMode, sort_by: sortBy, sort_order: order, ...filters } = list.filters
  const isAscending = order === 'asc'
  const params: ChannelListParams = {
    ...filters,
    tagMode,
    idSort,
    sortBy,
    isAscending,
    page: list.page,
    pageSize: list.pageSize,
  }
  return {
    params,
    paging: list,
    sorting: {
      by: sortBy,
      isAscending,
      onSort: (by: string, isUp: boolean) => list.setFilters({ sort_by: by, sort_order: isUp ? 'asc' : 'desc' }),
    },
    setFilters: (changes: Partial<ChannelFilters>) => list.setFilters(changes),
    setTagMode: (isOn: boolean) => list.setFilters({ tag_mode: isOn }),
    /** Keeps the search and the quick view. */
    clearFields: () => list.setFilters(noFields),
    clearFilters: () => list.setFilters(noFilters),
    setIdSort: (isOn: boolean) => {
      // The order by id replaces the order by a column.
      void list.setFilters({ sort_by: '', sort_order: 'desc' })
      void patchSort({ id_sort: isOn })
      writeText('id-sort', String(isOn))
    },
  }
}
