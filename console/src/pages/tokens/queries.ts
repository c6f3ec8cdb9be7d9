import type { ApiToken, ApiTokenBatch, ApiTokenWrite, TokenOrder } from '@sluice/contract/api-token'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isViewing } from '../../lib/account-view.ts'
import { api } from '../../lib/api.ts'

export interface TokenListParams {
  /** From 1. */
  page: number
  pageSize: number
  /** Part of the name. */
  keyword: string
  /** A whole key; the stored form of keys does not permit partial search. */
  key: string
  /** 0 = any. */
  status: number
  /** '' = newest first. */
  sort: TokenOrder | ''
  order: 'asc' | 'desc'
}

/** The common prefix of all queries with tokens as rows. */
export const tokenListKey = ['tokens', 'list'] as const

export const tokensQuery = ({ page, pageSize, keyword, key, status, sort, order }: TokenListParams) =>
  queryOptions({
    queryKey: [...tokenListKey, { page, pageSize, keyword, key, status, sort, order }],
    queryFn: ({ signal }) => {
      const query = {
        page,
        page_size: pageSize,
        usage: 'month' as const,
        ...(status !== 0 && { status }),
        ...(sort !== '' && { sort, order }),
      }
      if (keyword === '' && key === '') return api.list('GET /api/token/', { query, signal })
      // A view only reads. A name may stand in the address, a key may not.
      if (isViewing && key === '') return api.list('GET /api/token/search', { query: { keyword, ...query }, signal })
      return api.list('POST /api/token/search', { body: { keyword, token: key, ...query }, signal })
    },
    placeholderData: keepPreviousData,
  })

/** How many tokens the account has. */
export const tokenCountQuery = queryOptions({
  queryKey: [...tokenListKey, 'count'],
  queryFn: async ({ signal }) =>
    (await api.list('GET /api/token/', { query: { page: 1, page_size: 1 }, signal })).total,
})

/** The models that a token may call now: what its programs can be set up for. */
export const tokenModelsQuery = (id: number) =>
  queryOptions({
    queryKey: ['tokens', 'models', id],
    queryFn: ({ signal }) => api('GET /api/token/:id/models', { params: { id }, signal }),
  })

/** Loaded for each form: changes of the quota are relative to it. */
export const tokenQuery = (id: string) =>
  queryOptions({
    queryKey: ['tokens', 'one', id],
    queryFn: ({ signal }) => api('GET /api/token/:id', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const createToken = (write: ApiTokenWrite) => api('POST /api/token/', { body: write })
/** The route also deletes tokens by their ids, and then returns their number. */
export async function createTokens(batch: ApiTokenBatch): Promise<ApiToken[]> {
  const created = await api('POST /api/token/batch', { body: batch })
  return typeof created === 'number' ? [] : created
}
export const updateToken = (write: ApiTokenWrite) => api('PUT /api/token/', { body: write })
export const setTokenStatus = (id: number, status: number) =>
  api('PUT /api/token/', { body: { id, status }, query: { status_only: true } })
export const deleteToken = (id: number) => api('DELETE /api/token/:id', { params: { id } })
