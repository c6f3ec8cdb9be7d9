import type { ListQuery } from '../../../components/data-table.tsx'
import { pageOf as cutPage } from '../../../lib/loaded-list.ts'
import { type ListPaging, useListState } from '../../../lib/url-state.ts'

const urlDefaults = { keyword: '' }

/** Search and page of the visible price table, in the URL; ten rows by default, unlike other lists. */
export const usePriceList = () => useListState(urlDefaults, { ownPageSize: true })

/** The page of a fully loaded list, as the answer of a query. */
export const pageOf = <Row>(rows: readonly Row[], paging: ListPaging): ListQuery<Row> => ({
  data: cutPage(rows, paging),
  isFetching: false,
  error: null,
  refetch: () => undefined,
})
