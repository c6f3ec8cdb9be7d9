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

/** The common prefix of all queries with codes as rows. */
export const redemptionListKey = ['redemption', 'list'] as const

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
    queryKey: ['redemption', 'edited', id, opening],
    queryFn: id === null ? skipToken : ({ signal }) => api('GET /api/redemption/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Returns the codes. */
export const createRedemptions = (body: RedemptionCreate) => api('POST /api/redemption/', { body })
export const updateRedemption = (body: RedemptionUpdate) => api('PUT /api/redemption/', { body })
export const setRedemptionStatus = (id: number, status: number) =>
  api('PUT /api/redemption/', { body: { id, status }, query: { status_only: true } })
export const deleteRedemption = (id: number) => api('DELETE /api/redemption/:id', { params: { id } })
/** Deletes used, disabled and expired codes; returns their number. */
export const deleteInvalidRedemptions = () => api('DELETE /api/redemption/invalid')
