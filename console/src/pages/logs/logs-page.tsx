import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'

export function LogsPage() {
  const { t } = useTranslation('logs')
  return <PageHeader title={t('title')} purpose={t('purpose')} />
}
