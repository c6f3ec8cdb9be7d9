import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TableEmpty, TableFailure } from '../../components/data-table-states.tsx'
import { PlainLines } from '../../components/plain/plain-lines.tsx'
import { SiteContent } from '../../components/site-content.tsx'
import { siteTextQuery } from '../../lib/queries.ts'

/** The agreement that users accept when they register. */
function LegalPage({ name }: { name: 'user-agreement' | 'privacy-policy' }) {
  const { t } = useTranslation('home')
  const query = useQuery(siteTextQuery(name))
  const title = name === 'user-agreement' ? t('legal.agreement') : t('legal.privacy')
  if (query.data === undefined)
    return query.error === null ? <PlainLines /> : <TableFailure query={query} error={query.error} />
  if (query.data.trim() === '') return <TableEmpty title={title} hint={t('legal.none')} />
  return <SiteContent content={query.data} title={title} />
}

export const AgreementPage = () => <LegalPage name="user-agreement" />
export const PrivacyPage = () => <LegalPage name="privacy-policy" />
