import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'

export function ChannelsPage() {
  const { t } = useTranslation('channels')
  return <PageHeader title={t('title')} purpose={t('purpose')} />
}
