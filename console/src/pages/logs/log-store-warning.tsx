import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { countText, formatTime } from '../../lib/format.ts'
import css from './logs.module.css'
import { logStoreQuery } from './queries.ts'

/** For administrators: the log database is unreachable, or rows wait for it. */
export function LogStoreWarning() {
  const { t } = useTranslation('logs')
  const { data } = useQuery(logStoreQuery)
  if (!data?.is_separate || (data.is_reachable && data.waiting_rows === 0)) return null
  const waiting =
    data.waiting_rows === 0
      ? ''
      : t('store.waiting', { count: countText(data.waiting_rows), since: formatTime(data.waiting_since) })
  return (
    <Alert
      className={css.store}
      type="warning"
      showIcon
      title={data.is_reachable ? t('store.behind') : t('store.away')}
      description={`${t('store.effect')} ${waiting}`.trim()}
    />
  )
}
