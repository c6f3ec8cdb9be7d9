import type { Redemption, RedemptionCreate, RedemptionUpdate } from '@sluice/contract/redemption'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export interface RedemptionListParams {
  /** An id, part of a name, or a whole code. */
  keyword: string
  /** '' = all; see redemptionFilterStatus. */
  status: string
  /** From 1. */
  page: number
  pageSize: number
}

/** Every query whose rows are codes starts with this. */
export const redemptionListKey = ['redemption', 'list'] as const

export const redemptionsQuery = ({ keyword, status, page, pageSize }: RedemptionListParams) =>
  queryOptions({
    queryKey: [...redemptionListKey, { keyword, status, page, pageSize }],
    queryFn: ({ signal }) => {
      const isFiltered = keyword !== '' || status !== ''
      return api.list<Redemption>(isFiltered ? '/api/redemption/search' : '/api/redemption/', {
        query: { keyword, status, p: page, page_size: pageSize },
        inBody: isFiltered,
        signal,
      })
    },
    placeholderData: keepPreviousData,
  })

/** Read anew at each `opening` of a form, and not again while it is open: what is typed is compared with it. */
export const editedRedemptionQuery = (id: number | null, opening: number) =>
  queryOptions({
    queryKey: ['redemption', 'edited', id, opening],
    queryFn: ({ signal }) => api.get<Redemption>(`/api/redemption/${id}`, { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Answers the codes. */
export const createRedemptions = (write: RedemptionCreate) => api.post<string[]>('/api/redemption/', write)
export const updateRedemption = (write: RedemptionUpdate) => api.put<Redemption>('/api/redemption/', write)
export const setRedemptionStatus = (id: number, status: number) =>
  api.put<Redemption>('/api/redemption/', { id, status }, { query: { status_only: true } })
export const deleteRedemption = (id: number) => api.delete<null>(`/api/redemption/${id}/`)
/** Those that are used, disabled or expired; answers how many there were. */
export const deleteDeadRedemptions = () => api.delete<number>('/api/redemption/invalid')
