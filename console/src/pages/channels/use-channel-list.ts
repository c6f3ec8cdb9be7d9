import { readText, writeText } from '../../lib/storage.ts'
import { type ListSearchOf, useListState, useUrlState } from '../../lib/url-state.ts'
import type { ChannelListParams } from './queries.ts'

const filterDefaults = { keyword: '', model: '', group: '', status: '', tag_mode: false }
const storedIdSort = (): boolean => readText('id-sort') === 'true'
export type ChannelsSearch = ListSearchOf<typeof filterDefaults & { id_sort: boolean; copy: string }>

/** What the list shows: the address says it, and the order by id is remembered beyond it. */
export function useChannelList() {
  const list = useListState(filterDefaults)
  const [{ id_sort: idSort }, patchSort] = useUrlState({ id_sort: storedIdSort() })
  const { tag_mode: tagMode, ...texts } = list.filters
  const params: ChannelListParams = {
    ...texts,
    ...{ tagMode, idSort },
    page: list.page,
    pageSize: list.pageSize,
  }
  return {
    params,
    paging: list,
    setFilters: ({ tagMode: isOn, ...changes }: Partial<ChannelListParams>) => {
      const { keyword, model, group, status } = changes
      const texts = Object.entries({ keyword, model, group, status }).filter(
        ([, value]) => value !== undefined,
      )
      return list.setFilters({
        ...Object.fromEntries(texts),
        ...(isOn !== undefined && { tag_mode: isOn }),
      })
    },
    clearFilters: () => list.setFilters({ keyword: '', model: '', group: '', status: '' }),
    setIdSort: (isOn: boolean) => {
      void patchSort({ id_sort: isOn })
      writeText('id-sort', String(isOn))
    },
  }
}
