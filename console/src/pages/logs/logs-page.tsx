import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { WiderSpan } from '../../components/wider-span.tsx'
import { countText } from '../../lib/format.ts'
import { isAdmin as isAdminUser, useSessionUser } from '../../lib/session.ts'
import { todaySpan } from '../../lib/time-filter.ts'
import { useListState } from '../../lib/url-state.ts'
import { CallDetails } from './call-details.tsx'
import { LogCard } from './log-card.tsx'
import { buildLogColumns } from './log-columns.tsx'
import { LogFilterBar } from './log-filter-bar.tsx'
import { countFilters, logFilterDefaults } from './log-filters.ts'
import { LogStats } from './log-stats.tsx'
import { LogStoreWarning } from './log-store-warning.tsx'
import css from './logs.module.css'
import { isCall, type LogRow } from './parse-detail.ts'
import { countLogs, logsQuery } from './queries.ts'
import { useBreakpoint } from './use-breakpoint.ts'

/** Two ways to make a first call. */
function FirstCall() {
  const { t } = useTranslation('logs')
  const navigate = useNavigate()
  return (
    <Space wrap>
      <Button type="primary" onClick={() => navigate({ to: '/playground333' })}>
        {t('empty.playground')}
      </Button>
      <Button onClick={() => navigate({ to: '/token', search: { open: 'new' } })}>{t('empty.token')}</Button>
    </Space>
  )
}

export function LogsPage() {
  const { t } = useTranslation('logs')
  const isAdmin = isAdminUser(useSessionUser())
  const isPhone = useIsPhone()
  const queryClient = useQueryClient()
  const list = useListState(logFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(logsQuery({ isAdmin, filters, page, pageSize }))
  const [openedAt, setOpenedAt] = useState(() => Math.floor(Date.now() / 1000))

  const refresh = () => {
    setOpenedAt(Math.floor(Date.now() / 1000))
    return queryClient.invalidateQueries({ queryKey: ['logs'] })
  }
  const toggle = (row: LogRow) => list.patch({ open: filters.open === row.id ? 0 : row.id })
  const openRow = query.data?.items.find(({ id }) => id === filters.open)
  const isFiltered = countFilters(filters) > 0
  const stats = <LogStats isAdmin={isAdmin} filters={filters} />
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={isPhone ? undefined : stats} />
      {isPhone && stats}
      {isAdmin && <LogStoreWarning />}
      <DataTable<LogRow>
        id="logs"
        label={t('title')}
        columns={buildLogColumns(t, { isAdmin, breakpoint: useBreakpoint() })}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        toolbar={
          <LogFilterBar
            isAdmin={isAdmin}
            filters={filters}
            setFilters={setFilters}
            openedAt={openedAt}
            onRefresh={refresh}
            isRefreshing={query.isFetching}
          />
        }
        expandedRow={(row) => <CallDetails row={row} />}
        expansion={{ keys: [filters.open], onToggle: toggle }}
        renderCard={(row) => <LogCard row={row} onOpen={() => toggle(row)} />}
        empty={{
          title: isFiltered ? t('empty.filtered') : t('empty.title'),
          hint: isFiltered ? t('empty.filteredHint') : t('empty.hint'),
          action: (
            <Space wrap>
              <WiderSpan
                span={todaySpan(filters, openedAt)}
                queryKey={['logs', isAdmin, filters]}
                countSince={(start) => countLogs(isAdmin, filters, start)}
                onChoose={(start) => setFilters({ start_timestamp: start, end_timestamp: 0 })}
              />
              {isFiltered ? (
                <Button onClick={() => setFilters(logFilterDefaults)}>{t('filters.reset')}</Button>
              ) : (
                <FirstCall />
              )}
            </Space>
          ),
        }}
      />
      {query.data !== undefined && query.data.total >= query.data.totalMax && (
        <p className={css.counted}>
          {query.data.total === 0 ? t('searched') : t('counted', { count: countText(query.data.totalMax) })}
        </p>
      )}
      <Drawer
        open={isPhone && openRow !== undefined}
        title={t(openRow && !isCall(openRow) ? 'callDetails.entry' : 'callDetails.title')}
        placement="bottom"
        size="88%"
        classNames={{ section: css.sheet, body: css.sheetBody }}
        onClose={() => list.patch({ open: 0 })}
      >
        {openRow && <CallDetails row={openRow} />}
      </Drawer>
    </>
  )
}
