import type { MarginPage, MarginRow } from '@sluice/contract/margin'
import { pageSizeMax } from '@sluice/contract/page-sizes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { buildMarginRequest, type MarginFilters } from './margin-filters.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

const trendSteps = 30

export const marginKey = ['margin'] as const

export const marginQuery = (view: { filters: MarginFilters; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...marginKey, view.filters, view.page, view.pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/margin/', {
        // The default range ends now: it is computed at each call.
        query: {
          ...buildMarginRequest(view.filters, nowSeconds()),
          trend: trendSteps,
          p: view.page,
          page_size: view.pageSize,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Maximum number of lines in a file. */
const exportedMax = 10_000

/** All lines of the report, as of one moment, and its sums. */
export async function fetchWholeReport(filters: MarginFilters): Promise<MarginPage> {
  const request = buildMarginRequest(filters, nowSeconds())
  const items: MarginRow[] = []
  for (let page = 1; ; page++) {
    const query = { ...request, p: page, page_size: pageSizeMax }
    const part = await api('GET /api/margin/', { query })
    items.push(...part.items)
    if (part.items.length < pageSizeMax || items.length >= exportedMax) return { ...part, items }
  }
}
