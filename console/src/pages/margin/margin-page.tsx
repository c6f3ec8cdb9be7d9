import type { MarginRow } from '@sluice/contract/margin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListState } from '../../lib/url-state.ts'
import css from './margin.module.css'
import { MarginCard } from './margin-card.tsx'
import { buildMarginColumns } from './margin-columns.tsx'
import { MarginFilterBar } from './margin-filter-bar.tsx'
import { keysOf, marginFilterDefaults } from './margin-filters.ts'
import { MarginStats } from './margin-stats.tsx'
import { marginKey, marginQuery } from './queries.ts'
import { useExport } from './use-export.ts'

/** Charges to users compared with costs of upstreams. */
export function MarginPage() {
  const { t } = useTranslation('margin')
  const isPhone = useIsPhone()
  const queryClient = useQueryClient()
  const list = useListState(marginFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(marginQuery({ filters, page, pageSize }))
  const [openedAt, setOpenedAt] = useState(() => Math.floor(Date.now() / 1000))
  const exporting = useExport(filters)
  const keys = keysOf(filters)
  const sums = query.data?.sums

  const refresh = () => {
    setOpenedAt(Math.floor(Date.now() / 1000))
    return queryClient.invalidateQueries({ queryKey: marginKey })
  }
  const stats = <MarginStats sums={sums} />
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={isPhone ? undefined : stats} />
      {isPhone && stats}
      {sums !== undefined && sums.calls > 0 && sums.cost_known === 0 && (
        <Alert
          className={css.notice}
          type="info"
          showIcon
          title={t('noCosts.title')}
          description={t('noCosts.hint')}
          action={<ChannelsButton />}
        />
      )}
      <DataTable<MarginRow>
        id="margin"
        label={t('title')}
        columns={buildMarginColumns(t, { keys, sums })}
        rowKey={(row) =>
          keys.map((key) => [row.day, row.model_name, row.channel_id, row.user_id, key].join(' ')).join()
        }
        query={query}
        paging={list}
        sorting={{
          by: filters.sort,
          isAscending: filters.order === 'asc',
          onSort: (sort, isAscending) => setFilters({ sort, order: isAscending ? 'asc' : 'desc' }),
        }}
        toolbar={
          <MarginFilterBar
            filters={filters}
            setFilters={setFilters}
            openedAt={openedAt}
            onRefresh={refresh}
            isRefreshing={query.isFetching}
            onExport={exporting.start}
            isExporting={exporting.isRunning}
            hasRows={(query.data?.total ?? 0) > 0}
          />
        }
        renderCard={(row) => <MarginCard row={row} keys={keys} />}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
    </>
  )
}

/** Leads to the setting of cost prices. */
function ChannelsButton() {
  const { t } = useTranslation('margin')
  const navigate = useNavigate()
  return <Button onClick={() => navigate({ to: '/channel' })}>{t('noCosts.link')}</Button>
}
