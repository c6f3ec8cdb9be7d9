import type { PagedList } from '@sluice/contract/envelope'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { pricingQuery } from '../../../lib/user-queries.ts'
import { languageOf } from '../../i18n.ts'
import { isSendable } from './match.ts'
import { loadSettings } from './settings-source.ts'
import { isOpenTo, type Viewer } from './targets.ts'

/** Rows shown of each list; its page shows the rest. */
export const rowsShown = 5

const first = { page: 1, page_size: rowsShown }
const searches = {
  token: (keyword: string, signal: AbortSignal) =>
    api.list('POST /api/token/search', { body: { keyword, ...first }, signal }),
  channel: (keyword: string, signal: AbortSignal) =>
    api.list('POST /api/channel/search', { body: { keyword, ...first }, signal }),
  user: (keyword: string, signal: AbortSignal) =>
    api.list('GET /api/user/search', { query: { keyword, ...first }, signal }),
}

const searchQuery = <Row>(
  kind: keyof typeof searches,
  keyword: string,
  search: (keyword: string, signal: AbortSignal) => Promise<PagedList<Row>>,
) =>
  queryOptions({
    queryKey: ['palette', kind, keyword],
    queryFn: ({ signal }) => search(keyword, signal),
    retry: false,
  })

/**
 * Results for `keyword` from the server and other files. No request is made for data that `viewer` may not see, nor for
 * an empty keyword.
 */
export function useSearch(keyword: string, viewer: Viewer | null, { needsSettings = false } = {}) {
  const { i18n } = useTranslation()
  const language = languageOf(i18n.resolvedLanguage)
  const isAsked = (kind: keyof typeof searches) => isOpenTo(kind, viewer) && isSendable(keyword)
  const tokens = useQuery({ ...searchQuery('token', keyword, searches.token), enabled: isAsked('token') })
  const channels = useQuery({
    ...searchQuery('channel', keyword, searches.channel),
    enabled: isAsked('channel'),
  })
  const users = useQuery({ ...searchQuery('user', keyword, searches.user), enabled: isAsked('user') })
  const pricing = useQuery({ ...pricingQuery(viewer?.id ?? null), enabled: keyword !== '', retry: false })
  const settings = useQuery({
    queryKey: ['settings-list', language],
    queryFn: () => loadSettings(language),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOpenTo('setting', viewer) && (keyword !== '' || needsSettings),
  })
  return { tokens, channels, users, pricing, settings }
}
