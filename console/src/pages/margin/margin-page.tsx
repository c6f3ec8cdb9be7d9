import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { CacheView } from './cache-view.tsx'
import css from './margin.module.css'
import { buildMarginColumns } from './margin-columns.tsx'
import { isLoss } from './margin-figures.tsx'
import { MarginFilterBar } from './margin-filter-bar.tsx'
import { keysOf, marginFilterDefaults, rangeOf } from './margin-filters.ts'
import { MarginNotices } from './margin-notices.tsx'
import { MarginStats } from './margin-stats.tsx'
import { marginKey, marginQuery } from './queries.ts'
import { useExport } from './use-export.ts'
import { ViewSwitch, viewDefaults } from './view-switch.tsx'

const noFilters = {}

/** Charges to users compared with costs of upstreams; what caches saved and missed. */
export function MarginPage() {
  const [{ view }] = useUrlState(viewDefaults)
  return view === 'caches' ? <CacheView /> : <MarginView />
}

function MarginView() {
  const { t } = useTranslation('margin')
  // Each report has rows: its dimensions, order and days are not filters.
  const list = useListPage({
    filters: noFilters,
    others: marginFilterDefaults,
    query: marginQuery,
    rowKey: (row) => [row.day, row.model_name, row.channel_id, row.user_id].join(' '),
    refreshes: marginKey,
  })
  const { filters, setFilters } = list
  const exporting = useExport(filters)
  const keys = keysOf(filters)
  const { sums, total = 0 } = list.query.data ?? {}
  return (
    <ListPage
      id="margin"
      list={list}
      title={t('title')}
      purpose={t('purpose')}
      figures={<MarginStats sums={sums} />}
      notice={
        <>
          <ViewSwitch />
          {sums !== undefined && <MarginNotices sums={sums} />}
        </>
      }
      columns={buildMarginColumns(t, { keys, sums, span: rangeOf(filters, list.now) })}
      rowClassName={(row) => (isLoss(row) && css.lossRow) || ''}
      sorting={{
        by: filters.sort,
        isAscending: filters.order === 'asc',
        onSort: (sort, isAscending) => setFilters({ sort, order: isAscending ? 'asc' : 'desc' }),
      }}
      toolbar={
        <MarginFilterBar
          filters={filters}
          setFilters={setFilters}
          openedAt={list.now}
          onRefresh={list.refresh}
          isRefreshing={list.query.isFetching}
          onExport={exporting.start}
          isExporting={exporting.isRunning}
          hasRows={total > 0}
        />
      }
      empty={{ title: t('empty'), hint: t('emptyHint') }}
    />
  )
}
