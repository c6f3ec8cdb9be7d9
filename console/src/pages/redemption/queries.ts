import type { RedemptionCreate, RedemptionFilterStatus, RedemptionUpdate } from '@sluice/contract/redemption'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export interface RedemptionListParams {
  /** An id, part of a name, or a whole code. */
  keyword: string
  /** '' = all. */
  status: '' | RedemptionFilterStatus
  /** From 1. */
  page: number
  pageSize: number
}

/** The common prefix of all queries of codes and batches. */
export const redemptionKey = ['redemption'] as const
/** Of those with codes as rows. */
export const redemptionListKey = [...redemptionKey, 'list'] as const
export const batchListKey = [...redemptionKey, 'batches'] as const

/** Codes by the request that created them: the batches with a code that matches. */
export const batchesQuery = ({ keyword, status, page, pageSize }: RedemptionListParams) =>
  queryOptions({
    queryKey: [...batchListKey, { keyword, status, page, pageSize }],
    queryFn: ({ signal }) =>
      api.list('POST /api/redemption/batches', { body: { keyword, status, p: page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
    // A change of a code changes the counts of its batch.
    staleTime: 0,
  })

/** The codes that were created with the code `batch`. */
export const batchCodesQuery = ({ batch, page, pageSize }: { batch: number; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...redemptionListKey, { batch, page, pageSize }],
    queryFn: ({ signal }) =>
      api.list('POST /api/redemption/search', { body: { batch, p: page, page_size: pageSize }, signal }),
  })

export const redemptionsQuery = ({ keyword, status, page, pageSize }: RedemptionListParams) =>
  queryOptions({
    queryKey: [...redemptionListKey, { keyword, status, page, pageSize }],
    queryFn: ({ signal }) => {
      const paging = { p: page, page_size: pageSize }
      return keyword === '' && status === ''
        ? api.list('GET /api/redemption/', { query: paging, signal })
        : api.list('POST /api/redemption/search', { body: { keyword, status, ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })

/** Loaded at each `opening` of a form, and not again while it is open: edits are compared with it. */
export const editedRedemptionQuery = (id: number | null, opening: number) =>
  queryOptions({
    queryKey: [...redemptionKey, 'edited', id, opening],
    queryFn: id === null ? skipToken : ({ signal }) => api('GET /api/redemption/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Returns the codes. */
export const createRedemptions = (body: RedemptionCreate) => api('POST /api/redemption/', { body })
export const updateRedemption = (body: RedemptionUpdate) => api('PUT /api/redemption/', { body })
export const setRedemptionStatus = (id: number, status: number) =>
  api('PUT /api/redemption/', { body: { id, status }, query: { status_only: true } })
/** Of all codes of the batch that were not used. */
export const setBatchStatus = (id: number, status: 1 | 2) =>
  api('PUT /api/redemption/batches/:id', { params: { id }, body: { status } })
export const deleteBatch = (id: number) => api('DELETE /api/redemption/batches/:id', { params: { id } })
export const deleteRedemption = (id: number) => api('DELETE /api/redemption/:id', { params: { id } })
/** Deletes used, disabled and expired codes; returns their number. */
export const deleteInvalidRedemptions = () => api('DELETE /api/redemption/invalid')
