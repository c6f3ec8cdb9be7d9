import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Reloads a list; spins while the list loads. */
export function RefreshButton({ onRefresh, isRefreshing }: { onRefresh(): void; isRefreshing: boolean }) {
  const { t } = useTranslation()
  return (
    <Button
      type="text"
      icon={<ReloadOutlined spin={isRefreshing} />}
      aria-label={t('actions.refresh')}
      title={t('actions.refresh')}
      onClick={onRefresh}
    />
  )
}
