import type {
  MarkupRule,
  PriceChangeOfModel,
  PriceFileFormat,
  PriceSheet,
  PriceSheetRow,
} from '@sluice/contract/price-sheet'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const pricesKey = ['prices'] as const

/** The sheet is read when the page opens, after a write of prices and when the user asks. */
export const sheetQuery = queryOptions({
  queryKey: [...pricesKey, 'sheet'],
  queryFn: ({ signal }) => api('GET /api/prices/', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** What is published together. */
export interface GivenChanges {
  changes: readonly PriceChangeOfModel[]
  /** All markup rules as they shall be; null = they stay. */
  rules: readonly MarkupRule[] | null
}
const bodyOf = ({ changes, rules }: GivenChanges) => ({
  changes: [...changes],
  ...(rules !== null && { markup_rules: [...rules] }),
})

/** What the changes would have done to the charges of the last days. */
export const effectQuery = (given: GivenChanges) =>
  queryOptions({
    queryKey: [...pricesKey, 'effect', given],
    queryFn: ({ signal }) => api('POST /api/prices/preview', { body: bodyOf(given), signal }),
    enabled: given.changes.length > 0 || given.rules !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

export const historyKey = [...pricesKey, 'history'] as const

export const historyQuery = (view: { filters: { model: string }; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...historyKey, view.filters.model, view.page, view.pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/prices/history', {
        query: { model: view.filters.model || undefined, p: view.page, page_size: view.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const asOfQuery = (at: number) =>
  queryOptions({
    queryKey: [...pricesKey, 'as-of', at],
    queryFn: ({ signal }) => api('GET /api/prices/as_of', { query: { at }, signal }),
    enabled: at > 0,
    staleTime: 0,
  })

const knownRows = new WeakMap<PriceSheet, ReadonlyMap<string, PriceSheetRow>>()

/** Made once for each sheet. */
export function rowsByModel(sheet: PriceSheet): ReadonlyMap<string, PriceSheetRow> {
  const known = knownRows.get(sheet) ?? new Map(sheet.rows.map((row) => [row.model, row]))
  knownRows.set(sheet, known)
  return known
}

/** How changes came about, for the history. */
export type PublishWay = 'sheet' | 'restore'

interface Publication extends GivenChanges {
  /** The version of the sheet that they were made on. */
  version: string
  note: string
  way: PublishWay
}

export const publishPrices = ({ version, note, way, ...given }: Publication) =>
  api('POST /api/prices/publish', { body: { ...bodyOf(given), version, note, way } })

export const readPriceFile = (text: string) => api('POST /api/prices/read_file', { body: { text } })

export const exportPrices = (format: PriceFileFormat): Promise<string> =>
  api.text('GET /api/prices/export', { query: { format } })
