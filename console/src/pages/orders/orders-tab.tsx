import { type ManagedTopup, topupMethods, topupStatuses } from '@sluice/contract/topup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '../../components/export-button.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListPage } from '../../components/use-list-page.ts'
import { formatTime } from '../../lib/format.ts'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { type ManualAction, ManualActionDialog } from './manual-action-dialog.tsx'
import { buildOrderColumns } from './order-columns.tsx'
import { OrderDetail } from './order-detail.tsx'
import { orderFilterDefaults, rowKeyOf } from './order-filters.ts'
import { OrderStats } from './order-stats.tsx'
import { exportOrders, ordersQuery } from './queries.ts'

/** All top-ups, newest first, and their total credit. */
export function OrdersTab() {
  const { t } = useTranslation('orders')
  const isPhone = useIsPhone()
  const list = useListPage({ filters: orderFilterDefaults, query: ordersQuery, rowKey: rowKeyOf })
  const [manual, setManual] = useState<ManualAction | null>(null)
  // The server allows only this role.
  const onManualAction = isRoot(useSessionUser()) ? setManual : undefined
  const text = (key: 'keyword' | 'user', width: number) => ({
    key,
    label: t(`filter.${key}`),
    hint: t(`filter.${key}Hint`),
    width,
  })
  const states = [...topupStatuses, 'reversed'] as const
  return (
    <>
      <ListPage
        id="orders"
        list={list}
        isPart
        title={t('tab.orders')}
        notice={<OrderStats sums={list.query.data?.sums} />}
        columns={buildOrderColumns(t, onManualAction)}
        fields={[
          text('keyword', 200),
          text('user', 128),
          {
            key: 'status',
            label: t('filter.status'),
            options: states.map((value) => ({ value, label: t(`status.${value}`) })),
            width: 132,
          },
          {
            key: 'method',
            label: t('filter.method'),
            options: topupMethods.map((value) => ({ value, label: t(`method.${value}`) })),
            width: 132,
          },
        ]}
        span={{}}
        buttons={
          <ExportButton file="topups.csv" load={(signal) => exportOrders(list.filters, signal)} hint={t('exportHint')}>
            {t('export')}
          </ExportButton>
        }
        detail={{
          title: t('detail.title'),
          render: (order: ManagedTopup) => (
            <OrderDetail order={order} onManualAction={isPhone ? onManualAction : undefined} />
          ),
          openLabel: ({ create_time }) => t('openRow', { time: formatTime(create_time) }),
          isShort: true,
        }}
        noMatch={{ title: t('empty.filtered'), hint: t('empty.filteredHint') }}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
      />
      <ManualActionDialog manual={manual} onClose={() => setManual(null)} />
    </>
  )
}
