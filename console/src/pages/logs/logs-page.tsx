import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { GoneNotice } from '../../components/gone-notice.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { entryKeyOf } from '../../lib/call-filters.ts'
import { countText } from '../../lib/format.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { todaySpan } from '../../lib/time-filter.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { CallDetails } from './call-details.tsx'
import { LogCard } from './log-card.tsx'
import { buildLogColumns } from './log-columns.tsx'
import { areCalls, logFilterDefaults } from './log-filters.ts'
import { LogOverview } from './log-overview.tsx'
import { isCall } from './log-rows.ts'
import { LogStats } from './log-stats.tsx'
import { LogStoreWarning } from './log-store-warning.tsx'
import { LogTools } from './log-tools.tsx'
import css from './logs.module.css'
import { countLogs, entryQuery, logsQuery } from './queries.ts'
import { useBreakpoint } from './use-breakpoint.ts'
import { useLive } from './use-live.ts'
import { useLogFields } from './use-log-fields.ts'
import { useNewRows } from './use-new-rows.ts'

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

const firstPage = { p: 1 }

export function LogsPage() {
  const { t } = useTranslation(['logs', 'causes', 'common', 'flow', 'receipt', 'routing'])
  const viewer = useSessionUser()
  const isAdmin = readsAllCalls(viewer)
  const [{ p }] = useUrlState(firstPage)
  const live = useLive(p <= 1)
  const list = useListPage({
    filters: logFilterDefaults,
    query: (view) => logsQuery({ isAdmin, ...view, liveMs: live.everyMs }),
    rowKey: entryKeyOf,
    refreshes: ['logs'],
  })
  const { data } = list.query
  const { filters } = list
  const fresh = useNewRows(
    data?.items.map(({ id }) => id),
    { isLive: live.everyMs !== undefined, of: JSON.stringify([filters, list.page, list.pageSize]) },
  )
  // The address may name a row that is not on this page.
  const opened = useQuery({ ...entryQuery(isAdmin, list.opened), enabled: list.opened !== '' })
  const row = list.openRow ?? (list.opened === '' ? undefined : opened.data?.row)
  const columns = buildLogColumns(t, { isAdmin, breakpoint: useBreakpoint(), onOpen: list.toggleRow })
  const tools = (
    <LogTools
      isAdmin={isAdmin}
      userId={viewer?.id ?? 0}
      filters={filters}
      live={live}
      onFilters={(next) => void list.setFilters(next)}
    />
  )
  return (
    <>
      <ListPage
        id="logs"
        list={list}
        title={t('title')}
        purpose={t('purpose')}
        figures={<LogStats isAdmin={isAdmin} filters={filters} liveMs={live.everyMs} />}
        notice={
          <>
            {isAdmin && <LogStoreWarning />}
            {list.opened !== '' && row === undefined && opened.isError && (
              <GoneNotice title={t('entryGone')} onClose={list.close} />
            )}
            {areCalls(filters) && filters.request_id === '' && (
              <LogOverview
                isAdmin={isAdmin}
                filters={filters}
                liveMs={live.everyMs}
                entries={data === undefined || data.total >= data.totalMax ? undefined : data.total}
                onZoom={({ from, until }) => void list.setFilters({ start_timestamp: from, end_timestamp: until - 1 })}
              />
            )}
          </>
        }
        columns={columns}
        fields={useLogFields(isAdmin)}
        span={{ of: todaySpan, hours: [1, 24, 72, 168, 720] }}
        buttons={tools}
        countSince={(start) => countLogs(isAdmin, filters, start)}
        rowClassName={({ id }) => (fresh.has(id) ? (css.fresh ?? '') : '')}
        detail={{
          title: (shown) => t(isCall(shown) ? 'callDetails.title' : 'callDetails.entry'),
          render: (shown) => <CallDetails row={shown} related={opened.data?.related ?? []} />,
          isBeside: true,
          row,
        }}
        renderCard={(shown) => <LogCard row={shown} onOpen={() => list.toggleRow(shown)} />}
        noMatch={{ title: t('empty.filtered'), hint: t('empty.filteredHint') }}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: <FirstCall /> }}
      />
      {data !== undefined && data.total >= data.totalMax && (
        <p className={css.counted}>
          {data.total === 0 ? t('searched') : t('counted', { count: countText(data.totalMax) })}
        </p>
      )}
    </>
  )
}
