import type { ListTotal } from '@sluice/contract/envelope'
import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Key, useState } from 'react'
import { pageOf } from '../lib/loaded-list.ts'
import { countSet, type TimeFilter } from '../lib/time-filter.ts'
import {
  type ListPaging,
  type ListPlace,
  type UrlRecord,
  useListState,
  useUrlState,
  type Values,
} from '../lib/url-state.ts'

export interface ListData extends ListTotal {
  items: object[]
}
type RowOf<Data extends ListData> = Data['items'][number]

/** What a list shows: the input of its query. */
export interface ListView<Filters> {
  filters: Filters
  page: number
  pageSize: number
}

interface ListOptions<F extends UrlRecord, O extends UrlRecord, Row> extends ListPlace {
  /** The filters in the URL with their defaults; '' and 0 = not set. A constant of the module. */
  filters: F
  /** Other values in the URL that the query needs, such as the order. A constant of the module. */
  others?: O
  /** A filter that must not be in the URL. */
  hidden?: { isSet: boolean; clear(): void }
  rowKey(row: Row): Key
}

interface ListPageOptions<F extends UrlRecord, O extends UrlRecord, Loaded, Data extends ListData, K extends QueryKey>
  extends ListOptions<F, O, RowOf<Data>> {
  query(view: ListView<Values<F & O>>): UseQueryOptions<Loaded, Error, Data, K>
  /** The queries that `refresh` loads again; default: that of the list. */
  refreshes?: QueryKey
}

interface LoadedListOptions<F extends UrlRecord, Row> extends ListOptions<F, Record<never, never>, Row> {
  /** The rows that match the filters, of all pages. */
  rows(filters: Values<F>): readonly Row[]
}

type RowQuery<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & { refetch(): unknown }

/** The state of a page with a list. */
export interface ListState<Filters, Data extends ListData> extends ListPaging {
  query: RowQuery<Data>
  rowKey(row: RowOf<Data>): Key
  filters: Filters
  /** Also leads to the first page. */
  setFilters(changes: Partial<Filters>): Promise<void>
  /** For a list with a span of time. */
  setTimes(times: TimeFilter): void
  /** Changes values in the URL that are not filters: the page number stays. */
  patch(changes: Partial<Filters>, options?: { replace?: boolean }): Promise<void>
  isFiltered: boolean
  clearFilters(): void
  /** What is open, from the URL: a drawer, or the key of a row; '' = nothing. */
  opened: string
  /** Opens a drawer or a row. The browser's back button closes it, also after others were opened in its place. */
  open(what: Key): void
  close(): void
  /** The row of the page that is open. */
  openRow: RowOf<Data> | undefined
  /** Opens or closes a row, with the back button as for `open`. */
  toggleRow(row: RowOf<Data>): void
  /** Opens the row below (1) or above (-1) the open one. */
  stepRow(by: 1 | -1): void
  selected: Key[]
  select(keys: Key[]): void
  /** The row was deleted: it is not selected any more. After the last row of a page, the page before is shown. */
  forget(row: RowOf<Data>): void
  /** When the list was opened or refreshed, in seconds: spans of time are displayed relative to it. */
  now: number
  refresh(): void
}

const nothingOpen = { open: '' }
const noOthers: Record<never, never> = {}
const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** Filters, page and open row in the URL, the rows, and the selection of a page with a list. */
export function useListPage<
  F extends UrlRecord,
  Loaded,
  Data extends ListData,
  K extends QueryKey,
  O extends UrlRecord = Record<never, never>,
>(options: ListPageOptions<F, O, Loaded, Data, K>): ListState<Values<F & O>, Data> {
  const { refreshes } = options
  const client = useQueryClient()
  const state = useListView(options)
  const query = useQuery(options.query(state.view))
  const reload = () => (refreshes === undefined ? query.refetch() : client.invalidateQueries({ queryKey: refreshes }))
  return buildList({ options, state, query, reload })
}

/** The same for rows that the page has already, such as those of a form. */
export function useLoadedListPage<F extends UrlRecord, Row extends object>(
  options: LoadedListOptions<F, Row>,
): ListState<Values<F>, { items: Row[]; total: number }> {
  const state = useListView<F, Record<never, never>, Row>(options)
  const data = pageOf(options.rows(state.filters), state.view)
  return buildList({ options, state, query: { ...atHand, data }, reload: atHand.refetch })
}
const atHand = { error: null, isFetching: false, refetch: () => undefined }

/** The part of the list that does not depend on its rows. */
function useListView<F extends UrlRecord, O extends UrlRecord, Row>(options: ListOptions<F, O, Row>) {
  // A spread of two generic objects has the type of both, which the compiler does not see.
  const values = { ...options.filters, ...(options.others ?? noOthers) } as F & O
  const paging = useListState(values, options)
  const [{ open: opened }, patchOpen] = useUrlState(nothingOpen, options.prefix)
  const [selected, select] = useState<Key[]>([])
  const [now, setNow] = useState(nowSeconds)
  const view: ListView<Values<F & O>> = { filters: paging.filters, page: paging.page, pageSize: paging.pageSize }
  return { ...paging, view, opened, patchOpen, selected, select, now, setNow }
}

interface ListParts<F extends UrlRecord, O extends UrlRecord, Data extends ListData> {
  options: ListOptions<F, O, RowOf<Data>>
  state: ReturnType<typeof useListView<F, O, RowOf<Data>>>
  query: RowQuery<Data>
  reload(): unknown
}

function buildList<F extends UrlRecord, O extends UrlRecord, Data extends ListData>({
  options,
  state,
  query,
  reload,
}: ListParts<F, O, Data>): ListState<Values<F & O>, Data> {
  const { filters: defaults, hidden, rowKey } = options
  const { view: _, patchOpen, setNow, ...shared } = state
  const { filters, setFilters, opened, select } = shared
  const ownFilters = Object.fromEntries(Object.keys(defaults).map((name) => [name, filters[name]]))
  const keyText = (row: RowOf<Data>) => String(rowKey(row))
  const open = (what: Key) => void patchOpen({ open: String(what) }, { replace: opened !== '' })
  const close = () => void patchOpen(nothingOpen)
  return {
    ...shared,
    query,
    rowKey,
    // Only called where these are filters.
    setTimes: (times) => void setFilters({ ...times } as Partial<Values<F & O>>),
    isFiltered: countSet(ownFilters) > 0 || hidden?.isSet === true,
    clearFilters() {
      hidden?.clear()
      // Defaults have the types of the values.
      void setFilters(defaults as UrlRecord as Partial<Values<F & O>>)
    },
    open,
    close,
    openRow: query.data?.items.find((row) => keyText(row) === opened),
    toggleRow: (row) => (opened === keyText(row) ? close() : open(rowKey(row))),
    stepRow(by) {
      const rows = query.data?.items ?? []
      const at = rows.findIndex((row) => keyText(row) === opened)
      // A row that the address names may be none of this page.
      const next = rows[at === -1 ? 0 : at + by]
      if (next) open(rowKey(next))
    },
    forget(row) {
      select((keys) => keys.filter((key) => key !== rowKey(row)))
      if (query.data?.items.length === 1 && state.page > 1)
        void state.setPage(state.page - 1, state.pageSize, { replace: true })
    },
    refresh() {
      setNow(nowSeconds())
      void reload()
    },
  }
}
