import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TableFailure } from '../../components/data-table-states.tsx'
import layout from '../../components/layout.module.css'
import { PlainLines } from '../../components/plain/plain-lines.tsx'
import { SiteContent } from '../../components/site-content.tsx'
import { siteTextQuery, useStatus } from '../../lib/queries.ts'
import css from './about-page.module.css'

/** The operator's text about the site; by default facts about the software. */
export function AboutPage() {
  const { t } = useTranslation('home')
  const status = useStatus()
  const query = useQuery(siteTextQuery('about'))
  if (query.data === undefined)
    return query.error === null ? <PlainLines /> : <TableFailure query={query} error={query.error} />
  const content = query.data
  if (content.trim()) return <SiteContent content={content} title={t('about.title')} />
  return (
    <section className={css.page}>
      <h1>{t('about.heading', { name: status?.system_name ?? '' })}</h1>
      <p>{t('about.text')}</p>
      <p className={layout.apart}>{t('about.version', { version: status?.version ?? '' })}</p>
    </section>
  )
}
