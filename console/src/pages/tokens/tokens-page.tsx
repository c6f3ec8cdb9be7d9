import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'

export function TokensPage() {
  const { t } = useTranslation('tokens')
  return <PageHeader title={t('title')} purpose={t('purpose')} />
}
