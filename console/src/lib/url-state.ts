import { pageSizeDefault, pageSizes } from '@sluice/contract/page-sizes'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { readText, writeText } from './storage.ts'

export type UrlValue = string | number | boolean
export type UrlRecord = Record<string, UrlValue>
type Widened<V> = V extends number ? number : V extends boolean ? boolean : string
/** Turns the literal types of defaults into the types of the values. */
type Values<D extends UrlRecord> = {
  [K in keyof D]: Widened<D[K]>
}

function urlValueOf(raw: unknown, fallback: UrlValue): UrlValue {
  if (raw === undefined) return fallback
  const text = String(raw)
  if (typeof fallback === 'boolean') return text === 'true'
  if (typeof fallback !== 'number') return text
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : fallback
}

/** The values of the URL for the keys of `defaults`, of the same types; anything unreadable is the default. */
export function readUrlState<D extends UrlRecord>(raw: Record<string, unknown>, defaults: D): Values<D> {
  const entries = Object.entries(defaults).map(([key, fallback]) => [key, urlValueOf(raw[key], fallback)])
  return Object.fromEntries(entries) as Values<D>
}

/** `raw` with `patch` written into it; what equals its default leaves the URL, so that links stay short. */
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

/** State that lives in the URL. `defaults` must be a constant of the module. */
export function useUrlState<D extends UrlRecord>(defaults: D) {
  const raw: Record<string, unknown> = useLocation({
    select: (location): Record<string, unknown> => location.search,
  })
  const navigate = useNavigate()
  const patch = (changes: Partial<Values<D>>, options: { replace?: boolean; toTop?: boolean } = {}) => {
    const search = (previous: Record<string, unknown>) => patchUrlState(previous, defaults, changes)
    // A filter, a tab in a card or a drawer must not throw the reader back to the top of the page.
    const { replace = true, toTop = false } = options
    return navigate({ to: '.', search: search as never, replace, resetScroll: toTop })
  }
  return [readUrlState(raw, defaults), patch] as const
}

const isPageSize = (value: number): boolean => pageSizes.some((size) => size === value)

export function storedPageSize(): number {
  const value = Number(readText('page-size'))
  return isPageSize(value) ? value : pageSizeDefault
}

/**
 * Filters and paging of a list in the URL. Pages count from 1; changing a filter goes back to the first. The size of
 * a page is remembered for all lists; one inside another page may have its own, which always begins with the default.
 */
export function useListState<D extends UrlRecord>(filterDefaults: D, { ownPageSize = false } = {}) {
  const firstSize = ownPageSize ? pageSizeDefault : storedPageSize()
  const [filters, patchFilters] = useUrlState(filterDefaults)
  const [paging, patchPaging] = useUrlState({ p: 1, page_size: firstSize })
  const [, patchAll] = useUrlState({ ...filterDefaults, p: 1 } as UrlRecord)
  return {
    filters,
    page: Math.max(1, Math.trunc(paging.p)),
    pageSize: isPageSize(paging.page_size) ? paging.page_size : firstSize,
    setFilters: (changes: Partial<Values<D>>) => patchAll({ ...(changes as UrlRecord), p: 1 }),
    /** A value that is not a filter, such as the open drawer: the page stays. */
    patch: patchFilters,
    setPage: (page: number, pageSize: number) => {
      // The next page is read from its first row; a list inside another page stays where it is.
      const toTop = !ownPageSize
      if (pageSize === paging.page_size) return patchPaging({ p: page }, { toTop })
      if (!ownPageSize) writeText('page-size', String(pageSize))
      return patchPaging({ p: 1, page_size: pageSize }, { toTop })
    },
  }
}
export type ListPaging = Pick<ReturnType<typeof useListState>, 'page' | 'pageSize' | 'setPage'>
