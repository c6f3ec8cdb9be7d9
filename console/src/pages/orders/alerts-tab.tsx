import { type PaymentAlert, paymentAlertReasons } from '@sluice/contract/topup'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListState } from '../../lib/url-state.ts'
import { AlertCard } from './alert-card.tsx'
import { buildAlertColumns } from './alert-columns.tsx'
import { AlertDetail } from './alert-detail.tsx'
import { type AlertFilters, alertFilterDefaults } from './order-filters.ts'
import css from './orders.module.css'
import { alertsQuery } from './queries.ts'

/** Gateways' messages without a credit, or with an unusual one; the latest first. */
export function AlertsTab() {
  const { t } = useTranslation('orders')
  const isPhone = useIsPhone()
  const list = useListState(alertFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(alertsQuery({ filters, page, pageSize }))
  const toggle = ({ id }: PaymentAlert) => list.patch({ open: filters.open === id ? 0 : id })
  const openAlert = query.data?.items.find(({ id }) => id === filters.open)
  const isFiltered = filters.gateway !== '' || filters.reason !== ''
  return (
    <>
      <DataTable<PaymentAlert>
        id="payment-alerts"
        label={t('tab.alerts')}
        columns={buildAlertColumns(t)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        toolbar={
          <FilterBar extra={<RefreshButton onRefresh={query.refetch} isRefreshing={query.isFetching} />}>
            <AlertChoices filters={filters} setFilters={setFilters} />
          </FilterBar>
        }
        expandedRow={(alert) => <AlertDetail alert={alert} />}
        expansion={{ keys: [filters.open], onToggle: toggle }}
        renderCard={(alert) => <AlertCard alert={alert} onOpen={() => toggle(alert)} />}
        empty={{
          title: isFiltered ? t('alerts.filtered') : t('alerts.empty'),
          hint: isFiltered ? undefined : t('alerts.emptyHint'),
          action: isFiltered && <Button onClick={() => setFilters(alertFilterDefaults)}>{t('empty.reset')}</Button>,
        }}
      />
      <Drawer
        open={isPhone && openAlert !== undefined}
        title={t('alerts.detail')}
        placement="bottom"
        size="auto"
        classNames={{ section: css.sheet, body: css.sheetBody }}
        onClose={() => list.patch({ open: 0 })}
      >
        {openAlert && <AlertDetail alert={openAlert} />}
      </Drawer>
    </>
  )
}

interface AlertChoicesProps {
  filters: AlertFilters
  setFilters(changes: Partial<AlertFilters>): unknown
}

function AlertChoices({ filters, setFilters }: AlertChoicesProps) {
  const { t } = useTranslation('orders')
  return (
    <>
      <Select<string>
        allowClear
        className={css.reasonChoice}
        popupMatchSelectWidth={false}
        aria-label={t('alerts.reason')}
        placeholder={t('alerts.reason')}
        value={filters.reason || undefined}
        options={paymentAlertReasons.map((value) => ({
          value,
          label: t(`reason.${value}`),
        }))}
        onChange={(reason?: string) => setFilters({ reason: reason ?? '' })}
      />
      <Select<string>
        allowClear
        className={css.choice}
        aria-label={t('alerts.gateway')}
        placeholder={t('alerts.gateway')}
        value={filters.gateway || undefined}
        options={(['epay', 'stripe'] as const).map((value) => ({
          value,
          label: t(`gateway.${value}`),
        }))}
        onChange={(gateway?: string) => setFilters({ gateway: gateway ?? '' })}
      />
    </>
  )
}
