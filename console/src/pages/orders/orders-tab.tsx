import type { ManagedTopup } from '@sluice/contract/topup'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { type ManualAction, ManualActionDialog } from './manual-action-dialog.tsx'
import { OrderCard } from './order-card.tsx'
import { buildOrderColumns } from './order-columns.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderFilterBar } from './order-filter-bar.tsx'
import { countFilters, orderFilterDefaults, rowKeyOf } from './order-filters.ts'
import { OrderStats } from './order-stats.tsx'
import css from './orders.module.css'
import { ordersQuery } from './queries.ts'

/** All top-ups, newest first, and their total credit. */
export function OrdersTab() {
  const { t } = useTranslation('orders')
  const isPhone = useIsPhone()
  const list = useListState(orderFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(ordersQuery({ filters, page, pageSize }))
  const [manual, setManual] = useState<ManualAction | null>(null)
  // The server allows only this role.
  const onManualAction = isRoot(useSessionUser()) ? setManual : undefined
  const toggle = (row: ManagedTopup) => list.patch({ open: filters.open === rowKeyOf(row) ? '' : rowKeyOf(row) })
  const openRow = query.data?.items.find((row) => rowKeyOf(row) === filters.open)
  const isFiltered = countFilters(filters) > 0
  const detailOf = (row: ManagedTopup) => (
    <OrderDetail order={row} onManualAction={isPhone ? onManualAction : undefined} />
  )
  return (
    <>
      <OrderStats sums={query.data?.sums} />
      <DataTable<ManagedTopup>
        id="orders"
        label={t('tab.orders')}
        columns={buildOrderColumns(t, onManualAction)}
        rowKey={rowKeyOf}
        query={query}
        paging={list}
        toolbar={
          <OrderFilterBar
            filters={filters}
            setFilters={setFilters}
            onRefresh={query.refetch}
            isRefreshing={query.isFetching}
          />
        }
        expandedRow={detailOf}
        expansion={{ keys: [filters.open], onToggle: toggle }}
        renderCard={(row) => <OrderCard order={row} onOpen={() => toggle(row)} />}
        empty={{
          title: isFiltered ? t('empty.filtered') : t('empty.title'),
          hint: isFiltered ? t('empty.filteredHint') : t('empty.hint'),
          action: isFiltered && <Button onClick={() => setFilters(orderFilterDefaults)}>{t('empty.reset')}</Button>,
        }}
      />
      <Drawer
        open={isPhone && openRow !== undefined}
        title={t('detail.title')}
        placement="bottom"
        size="auto"
        classNames={{ section: css.sheet, body: css.sheetBody }}
        onClose={() => list.patch({ open: '' })}
      >
        {openRow && detailOf(openRow)}
      </Drawer>
      <ManualActionDialog manual={manual} onClose={() => setManual(null)} />
    </>
  )
}
