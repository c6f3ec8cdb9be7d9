import type { DefaultPriceKey } from '@sluice/contract/option'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Differences between the operator's price tables and the default prices. */
export const defaultPricesQuery = queryOptions({
  queryKey: ['default-prices-diff'],
  queryFn: ({ signal }) => api('GET /api/option/default_prices_diff', { signal }),
  staleTime: 0,
})

/** The existing groups, and how many accounts, tokens and channels refer to them. */
export const groupUsesQuery = queryOptions({
  queryKey: ['group-uses'],
  queryFn: ({ signal }) => api('GET /api/group/usage', { signal }),
  staleTime: 0,
})

export const moveGroup = (from: string, to: string) => api('POST /api/group/move', { body: { from, to } })

export const applyDefaultPrices = (models: readonly string[] | 'all', tables?: readonly DefaultPriceKey[]) =>
  api('POST /api/option/apply_default_prices', { body: { models, tables } })

export const resetPriceTables = (keys: readonly DefaultPriceKey[]) =>
  api('POST /api/option/rest_model_ratio', { body: { keys } })

/** `data`: how many rows were deleted; `is_running`: more are being deleted. */
export const deleteLogs = (beforeSeconds: number) =>
  api.answer('DELETE /api/log/', { query: { target_timestamp: beforeSeconds } })
