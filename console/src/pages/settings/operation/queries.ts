import type { GroupUse } from '@sluice/contract/group'
import type { DefaultPriceKey, OptionWrite, PriceDifference } from '@sluice/contract/option'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Where the operator's price tables differ from the default prices. */
export const defaultPricesQuery = queryOptions({
  queryKey: ['default-prices-diff'],
  queryFn: ({ signal }) => api.get<PriceDifference[]>('/api/option/default_prices_diff', { signal }),
  staleTime: 0,
})

/** Which groups there are, and how many accounts, tokens and channels name them. */
export const groupUsesQuery = queryOptions({
  queryKey: ['group-uses'],
  queryFn: ({ signal }) => api.get<GroupUse[]>('/api/group/usage', { signal }),
  staleTime: 0,
})

export const moveGroup = (from: string, to: string) => api.post<unknown>('/api/group/move', { from, to })

/** All of them are written, or none. */
export const writeOptions = (options: readonly OptionWrite[]) =>
  api.put<unknown>('/api/option/batch', { options })

export const applyDefaultPrices = (models: readonly string[] | 'all', tables?: readonly DefaultPriceKey[]) =>
  api.post<unknown>('/api/option/apply_default_prices', { models, tables })

/** The tables as the default prices have them. */
export const resetPriceTables = (keys: readonly DefaultPriceKey[]) =>
  api.post<unknown>('/api/option/rest_model_ratio', { keys })

/** Answers how many rows were deleted. */
export const deleteLogs = (beforeSeconds: number) =>
  api.delete<number>('/api/log/', { query: { target_timestamp: beforeSeconds } })
