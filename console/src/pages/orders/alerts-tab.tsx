import { paymentAlertReasons } from '@sluice/contract/topup'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { formatTime } from '../../lib/format.ts'
import { buildAlertColumns } from './alert-columns.tsx'
import { AlertDetail } from './alert-detail.tsx'
import { alertFilterDefaults } from './order-filters.ts'
import { alertsQuery } from './queries.ts'

/** Gateways' messages without a credit, or with an unusual one; the latest first. */
export function AlertsTab() {
  const { t } = useTranslation('orders')
  const list = useListPage({ filters: alertFilterDefaults, query: alertsQuery, rowKey: ({ id }) => id })
  return (
    <ListPage
      id="payment-alerts"
      list={list}
      isPart
      title={t('tab.alerts')}
      columns={buildAlertColumns(t)}
      fields={[
        {
          key: 'reason',
          label: t('alerts.reason'),
          options: paymentAlertReasons.map((value) => ({ value, label: t(`reason.${value}`) })),
          width: 220,
        },
        {
          key: 'gateway',
          label: t('alerts.gateway'),
          options: (['epay', 'stripe'] as const).map((value) => ({ value, label: t(`gateway.${value}`) })),
          width: 132,
        },
      ]}
      canRefresh
      detail={{
        title: t('alerts.detail'),
        render: (alert) => <AlertDetail alert={alert} />,
        openLabel: ({ last_time }) => t('openRow', { time: formatTime(last_time) }),
        isShort: true,
      }}
      noMatch={{ title: t('alerts.filtered') }}
      empty={{ title: t('alerts.empty'), hint: t('alerts.emptyHint') }}
    />
  )
}
