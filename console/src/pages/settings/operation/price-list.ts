import type { ListQuery } from '../../../components/data-table.tsx'
import { type ListPaging, useListState } from '../../../lib/url-state.ts'

const urlDefaults = { keyword: '' }

/** Search and page of the visible price table, in the URL; ten rows by default, unlike other lists. */
export const usePriceList = () => useListState(urlDefaults, { ownPageSize: true })

/** The page of a fully loaded list; past the end, the last one. */
export function pageOf<Row>(rows: readonly Row[], { page, pageSize }: ListPaging): ListQuery<Row> {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const start = (Math.min(page, last) - 1) * pageSize
  return {
    data: { items: rows.slice(start, start + pageSize), total: rows.length },
    isFetching: false,
    error: null,
    refetch: () => undefined,
  }
}
