import type { ApiToken, ApiTokenBatch, ApiTokenWrite } from '@sluice/contract/api-token'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export interface TokenListParams {
  /** From 1. */
  page: number
  pageSize: number
  /** Part of the name. */
  keyword: string
  /** A whole key; the stored form of keys does not permit partial search. */
  key: string
}

/** The common prefix of all queries with tokens as rows. */
export const tokenListKey = ['tokens', 'list'] as const

export const tokensQuery = ({ page, pageSize, keyword, key }: TokenListParams) =>
  queryOptions({
    queryKey: [...tokenListKey, { page, pageSize, keyword, key }],
    queryFn: ({ signal }) => {
      const paging = { page, page_size: pageSize }
      if (keyword === '' && key === '') return api.list('GET /api/token/', { query: paging, signal })
      const query = { keyword, token: key, ...paging }
      return api.list('POST /api/token/search', { body: query, signal })
    },
    placeholderData: keepPreviousData,
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
