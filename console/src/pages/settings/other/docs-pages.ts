import type { DocsPage, DocsPageEntry } from '@sluice/contract/docs-page'
import { entriesOf } from '@sluice/contract/typed-keys'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The common prefix of all queries about pages of the documentation, also those of its readers. */
export const docsPagesKey = ['docs-pages'] as const

export const docsPagesQuery = queryOptions({
  queryKey: [...docsPagesKey, 'all'],
  queryFn: ({ signal }) => api('GET /api/docs_page/all', { signal }),
})

export const nameOfPage = ({ title_en: en, title_zh: zh }: Pick<DocsPageEntry, 'title_en' | 'title_zh'>): string =>
  [en, zh].filter(Boolean).join(' · ')

export type DocsPageValues = Omit<DocsPage, 'id' | 'created_time' | 'updated_time'>

export const blankPage: DocsPageValues = {
  slug: '',
  title_en: '',
  title_zh: '',
  body_en: '',
  body_zh: '',
  is_published: true,
  needs_login: false,
}

/** The values that differ. */
export const changedValues = (before: DocsPageValues, after: DocsPageValues): Partial<DocsPageValues> =>
  Object.fromEntries(entriesOf(after).filter(([name, value]) => value !== before[name]))
