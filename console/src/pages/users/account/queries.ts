import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListView } from '../../../components/use-list-page.ts'
import { api } from '../../../lib/api.ts'
import type { TimeFilter } from '../../../lib/time-filter.ts'
import { accountKey } from '../queries.ts'

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: [...accountKey, id, 'head'],
    queryFn: ({ signal }) => api('GET /api/user/:id', { params: { id }, signal }),
  })

/** Without times, of the last 30 days. */
export const statementQuery = (id: number, times: TimeFilter) =>
  queryOptions({
    queryKey: [...accountKey, id, 'statement', times],
    queryFn: ({ signal }) =>
      api('GET /api/user/:id/statement', { params: { id }, query: { ...times, time_zone: timeZone() }, signal }),
    placeholderData: keepPreviousData,
  })

/** The charges of the account in the span by model, or by API token. */
export const spendQuery = (username: string, times: TimeFilter, by: 'token' | 'model') =>
  queryOptions({
    queryKey: [...accountKey, 'spend', username, times, by],
    queryFn: ({ signal }) =>
      api('GET /api/data/overview', {
        query: { username, by, ...times, step: 'week', time_zone: timeZone() },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const accountTokensQuery = (id: number, { page, pageSize }: Pick<ListView<object>, 'page' | 'pageSize'>) =>
  queryOptions({
    queryKey: [...accountKey, id, 'tokens', page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/user/:id/tokens', { params: { id }, query: { p: page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

export const accountOrdersQuery = (id: number, { page, pageSize }: Pick<ListView<object>, 'page' | 'pageSize'>) =>
  queryOptions({
    queryKey: [...accountKey, id, 'orders', page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/topup/', { query: { user: String(id), p: page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

export const accountSessionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...accountKey, id, 'sessions'],
    queryFn: ({ signal }) => api('GET /api/user/:id/sessions', { params: { id }, signal }),
  })

export const accountAuditQuery = (id: number, { page, pageSize }: Pick<ListView<object>, 'page' | 'pageSize'>) =>
  queryOptions({
    queryKey: [...accountKey, id, 'audit', page, pageSize],
    queryFn: ({ signal }) =>
      api.list('GET /api/audit/', {
        query: { object_type: 'user', object_id: String(id), p: page, page_size: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const accountNotesQuery = (id: number) =>
  queryOptions({
    queryKey: [...accountKey, id, 'notes'],
    queryFn: ({ signal }) => api('GET /api/user/:id/notes', { params: { id }, signal }),
  })

export const addNote = (id: number, text: string) => api('POST /api/user/:id/notes', { params: { id }, body: { text } })
export const deleteNote = (id: number, noteId: number) =>
  api('DELETE /api/user/:id/notes/:note_id', { params: { id, note_id: noteId } })
export const endSessionOf = (id: number, sid: string) =>
  api('DELETE /api/user/:id/sessions/:sid', { params: { id, sid } })
export const endSessionsOf = (id: number) => api('DELETE /api/user/:id/sessions', { params: { id } })
