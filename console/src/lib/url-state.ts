import { pageSizeDefault, pageSizes } from '@sluice/contract/page-sizes'
import { newId } from './new-id.ts'
import { useNavigate, usePageLocation } from './page-router.tsx'
import { looksLikeSecret } from './secret-text.ts'
import { readText, writeText } from './storage.ts'

type UrlValue = string | number | boolean
export type UrlRecord = Record<string, UrlValue>
type Widened<V> = V extends number ? number : V extends boolean ? boolean : string
/** Widens the literal types of defaults to the types of the values. */
export type Values<D extends UrlRecord> = {
  [K in keyof D]: Widened<D[K]>
}
/** The search parameters of a link to a page, by the `defaults` with which the page reads them. */
export type SearchOf<D extends UrlRecord> = {
  // In the address every value is text.
  [K in keyof D]?: Widened<D[K]> | string
}
/** The same for a page with a list. */
export type ListSearchOf<D extends UrlRecord> = SearchOf<D & { p: number; page_size: number }>

function urlValueOf(raw: unknown, fallback: UrlValue): UrlValue {
  if (raw === undefined) return fallback
  const text = String(raw)
  if (typeof fallback === 'boolean') return text === 'true'
  if (typeof fallback !== 'number') return text
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : fallback
}

/** The values of the URL for the keys of `defaults`, in their types; an unreadable value becomes the default. */
export function readUrlState<D extends UrlRecord>(raw: Record<string, unknown>, defaults: D): Values<D> {
  const entries = Object.entries(defaults).map(([key, fallback]) => [key, urlValueOf(raw[key], fallback)])
  // `urlValueOf` returns a value of the type of the default.
  return Object.fromEntries(entries) as Values<D>
}

/** `raw` with `patch` applied; default values are left out, so that links stay short. */
export function patchUrlState<D extends UrlRecord>(
  raw: Record<string, unknown>,
  defaults: D,
  patch: Partial<Values<D>>,
): Record<string, unknown> {
  const next = { ...raw }
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined || value === '' || value === defaults[key]) delete next[key]
    else next[key] = value
  }
  return next
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies values that are kept in memory, because they must not appear in an address. */
    hiddenValues?: string | undefined
  }
}

/** Values by identifier; an entry of the browser's history contains its own. A reload forgets them. */
const hiddenValues = new Map<string, Record<string, unknown>>()
/** The maximum number of entries with a key. The oldest are dropped first. */
const hiddenMax = 50

const hiddenOf = (name: string | undefined): Record<string, unknown> => hiddenValues.get(name ?? '') ?? {}

function hide(values: Record<string, unknown>): string | undefined {
  if (Object.keys(values).length === 0) return undefined
  for (const oldest of [...hiddenValues.keys()].slice(0, hiddenValues.size - hiddenMax + 1)) hiddenValues.delete(oldest)
  const name = newId()
  hiddenValues.set(name, values)
  return name
}

/** `values` in two parts: those that look like keys, and those that may appear in an address. */
export function splitSecrets(values: Record<string, unknown>): {
  shown: Record<string, unknown>
  hidden: Record<string, unknown>
} {
  const entries = Object.entries(values)
  const isSecret = ([, value]: [string, unknown]) => typeof value === 'string' && looksLikeSecret(value)
  return {
    shown: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    hidden: Object.fromEntries(entries.filter(isSecret)),
  }
}

const renameKeys = <R extends object>(values: R, rename: (name: string) => string) =>
  // Only the names differ.
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value])) as R

/**
 * State in the URL; values that look like keys are kept in memory instead. `values` must be a constant of the module.
 * `prefix`: before the names in the address, for two states with the same names on one page.
 */
export function useUrlState<D extends UrlRecord>(values: D, prefix = '') {
  const addressed = <R extends object>(record: R) => renameKeys(record, (name) => `${prefix}${name}`)
  const defaults = addressed(values)
  const location = usePageLocation()
  const navigate = useNavigate()
  const patch = (given: Partial<Values<D>>, options: { replace?: boolean; toTop?: boolean } = {}) => {
    const changes = addressed(given)
    const names = Object.keys(changes)
    const without = (values: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
    const search = (previous: Record<string, unknown>) => splitSecrets(patchUrlState(previous, defaults, changes)).shown
    const { hidden } = splitSecrets(patchUrlState({}, defaults, changes))
    // A filter, a tab in a card or a drawer must not scroll the page to its top.
    const { replace = true, toTop = false } = options
    return navigate({
      to: '.',
      search: search,
      state: (previous) => ({
        ...previous,
        hiddenValues: hide({ ...without(hiddenOf(previous.hiddenValues)), ...hidden }),
      }),
      replace,
      resetScroll: toTop,
    })
  }
  const read = readUrlState({ ...location.search, ...hiddenOf(location.state.hiddenValues) }, defaults)
  return [renameKeys(read, (name) => name.slice(prefix.length)), patch] as const
}

export interface ListPlace {
  /** A list inside another page: its page size is not stored, and begins with the default. */
  ownPageSize?: boolean
  /** The offered page sizes, for a list that has larger ones. */
  sizes?: readonly number[]
  /** Before the names in the URL, for a second list on the page. */
  prefix?: string
}

/**
 * Filters and paging of a list in the URL. Pages count from 1; changing a filter returns to the first. The browser's
 * back button undoes a change of either: fields of text are submitted whole, so typing adds no entries. The page size
 * is stored for all lists.
 */
export function useListState<D extends UrlRecord>(
  filterDefaults: D,
  { ownPageSize = false, sizes = pageSizes, prefix }: ListPlace = {},
) {
  const isPageSize = (value: number): boolean => sizes.some((size) => size === value)
  const stored = Number(readText('page-size'))
  // Another list may offer larger pages than this one.
  const firstSize = ownPageSize ? pageSizeDefault : (sizes.findLast((size) => size <= stored) ?? pageSizeDefault)
  const [filters, patchFilters] = useUrlState(filterDefaults, prefix)
  const [paging, patchPaging] = useUrlState({ p: 1, page_size: firstSize }, prefix)
  // The casts: the compiler does not relate `D` with one more key to a record.
  const [, patchAll] = useUrlState({ ...filterDefaults, p: 1 } as UrlRecord, prefix)
  return {
    filters,
    page: Math.max(1, Math.trunc(paging.p)),
    pageSize: isPageSize(paging.page_size) ? paging.page_size : firstSize,
    pageSizes: sizes,
    setFilters: (changes: Partial<Values<D>>) => patchAll({ ...(changes as UrlRecord), p: 1 }, { replace: false }),
    /** A value that is not a filter, such as the open drawer: the page number stays. */
    patch: patchFilters,
    /** `replace`: the page that was shown is none to return to. */
    setPage: (page: number, pageSize: number, { replace = false } = {}) => {
      // The next page is read from its first row; a list inside another page keeps its scroll position.
      const toTop = !ownPageSize
      if (pageSize === paging.page_size) return patchPaging({ p: page }, { toTop, replace })
      if (!ownPageSize) writeText('page-size', String(pageSize))
      return patchPaging({ p: 1, page_size: pageSize }, { toTop, replace })
    },
  }
}
export type ListPaging = Pick<ReturnType<typeof useListState>, 'page' | 'pageSize' | 'pageSizes' | 'setPage'>
