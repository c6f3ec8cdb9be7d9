import type { OptionWrite } from '@sluice/contract/option'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListView } from '../../components/use-list-page.ts'
import { api } from '../../lib/api.ts'
import type { auditFilterDefaults } from './audit-filters.ts'

export const auditKey = ['audit'] as const

/** Newest first; pages count from 1. */
export const auditQuery = (view: ListView<typeof auditFilterDefaults>) =>
  queryOptions({
    queryKey: [...auditKey, view.filters, view.page, view.pageSize],
    queryFn: ({ signal }) =>
      api.list('GET /api/audit/', {
        query: { ...view.filters, p: view.page, page_size: view.pageSize },
        signal,
      }),
    // Recent actions must appear at once.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The present text of an option. */
export async function loadOption(key: string): Promise<string> {
  const { data } = await api.answer('GET /api/option/')
  return data.find((option) => option.key === key)?.value ?? ''
}

/** Read when a line is opened: whether its change can still be undone. */
export const optionQuery = (key: string) =>
  queryOptions({ queryKey: [...auditKey, 'option', key], queryFn: () => loadOption(key), staleTime: 0 })

export const writeOption = (body: OptionWrite) => api('PUT /api/option/', { body })
