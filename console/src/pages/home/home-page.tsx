import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { TableFailure } from '../../components/data-table-states.tsx'
import { siteTextQuery } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'
import { DefaultHome } from './default-home.tsx'
import { homeFactsQuery } from './home-queries.ts'

const SiteContent = lazy(async () => ({ default: (await import('../../components/site-content.tsx')).SiteContent }))

/** The operator's home page; by default one that is made of the site's own figures. */
export function HomePage() {
  const { t } = useTranslation(['home', 'flow', 'pricing'])
  // Beside the text of the operator, which decides whether they are shown.
  usePrefetchQuery(homeFactsQuery(useSessionUser()?.id ?? null))
  const query = useQuery({ ...siteTextQuery('home_page_content'), throwOnError: false })
  if (query.data === undefined) return query.error && <TableFailure query={query} error={query.error} />
  const content = query.data
  if (!content.trim()) return <DefaultHome />
  return (
    <Suspense>
      <SiteContent content={content} title={t('frame')} />
    </Suspense>
  )
}
