import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'

export function SetupPage() {
  const { t } = useTranslation('setup')
  return <PageHeader title={t('title')} />
}
