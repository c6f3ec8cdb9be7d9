import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type AuditFilters, withoutOpenRow } from './audit-filters.ts'

const auditKey = ['audit'] as const

/** Newest first; pages count from 1. */
export const auditQuery = (view: { filters: AuditFilters; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...auditKey, withoutOpenRow(view.filters), view.page, view.pageSize],
    queryFn: ({ signal }) =>
      api.list('GET /api/audit/', {
        query: { ...withoutOpenRow(view.filters), p: view.page, page_size: view.pageSize },
        signal,
      }),
    // Recent actions must appear at once.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
