import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { TableEmpty } from '../../components/data-table-states.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatus } from '../../lib/queries.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { BalancePanel, TokensPanel } from './account-panels.tsx'
import { ChannelsPanel, UsersPanel } from './admin-panels.tsx'
import { Attention } from './attention.tsx'
import { metricOf } from './build-series.ts'
import { HealthCharts, PartChart } from './charts.tsx'
import { CustomerPanels } from './customer-panels.tsx'
import css from './dashboard.module.css'
import { DashboardFilterBar } from './dashboard-filter-bar.tsx'
import {
  callsOf,
  type DashboardFilters,
  dashboardDefaults,
  groupingsOf,
  offeredGroupings,
  spanOf,
  viewOf,
} from './dashboard-filters.ts'
import { ErrorsPanel } from './errors-panel.tsx'
import { ExportButton } from './export-button.tsx'
import { PanelFailure } from './failure.tsx'
import { FigureCards } from './figure-cards.tsx'
import { GettingStarted } from './getting-started.tsx'
import { shortSearch } from './log-search.ts'
import { dashboardKey, type OverviewRequest, overviewQuery } from './queries.ts'
import { SitePanels } from './site-panels.tsx'
import { TopParts } from './top-parts.tsx'
import { useChecklist } from './use-checklist.ts'
import { usePartLook } from './use-part-look.ts'

/** The dashboard: problems, costs and trends. */
export function DashboardPage() {
  const { t } = useTranslation(['dashboard', 'causes', 'content', 'logs'])
  const status = useStatus()
  const user = useSessionUser()
  const [filters, setFilters] = useUrlState(dashboardDefaults)
  const header = <PageHeader title={t('title')} purpose={t('purpose')} />
  if (status === null) return header
  if (!status.enable_data_export)
    return (
      <>
        {header}
        <SwitchedOff />
        <SitePanels />
      </>
    )
  const view = viewOf(filters, readsAllCalls(user))
  const request: OverviewRequest = {
    filters,
    view,
    by: groupingsOf(filters.by, offeredGroupings(view, readsAllCalls(user))).filter((name) => name !== undefined),
    siteStep: status.data_export_default_time,
    isAdmin: readsAllCalls(user),
    refreshMs: Math.max(1, status.data_export_interval) * 60_000,
  }
  return (
    <>
      {header}
      <Dashboard request={request} setFilters={setFilters} />
      <SitePanels />
    </>
  )
}

function SwitchedOff() {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  const canSwitch = readsAllCalls(useSessionUser())
  return (
    <TableEmpty
      title={t('off.title')}
      hint={canSwitch ? t('off.adminHint') : t('off.hint')}
      action={
        canSwitch && (
          <Button onClick={() => navigate({ to: '/setting', search: { tab: 'operation' } })}>{t('off.action')}</Button>
        )
      }
    />
  )
}

interface DashboardProps {
  request: OverviewRequest
  setFilters(changes: Partial<DashboardFilters>): unknown
}

function Dashboard({ request, setFilters }: DashboardProps) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('dashboard')
  const viewer = useSessionUser()
  const ownName = request.isAdmin && request.view.of === 'self' ? (viewer?.username ?? '') : ''
  const query = useQuery(overviewQuery(request))
  const overview = query.data
  const look = usePartLook(overview, request.by)
  const { start, end } = spanOf(request.filters, { now: Math.floor(Date.now() / 1000), ...request })
  const logSearch = shortSearch({
    ...callsOf(request.filters, request.isAdmin),
    // An administrator's log is that of all accounts.
    username: request.view.of === 'user' ? request.view.username : ownName,
    start_timestamp: start,
    ...(end !== undefined && { end_timestamp: end }),
  })
  const isNewKnown = overview !== undefined && !query.isPlaceholderData && request.view.of !== 'user'
  const checklist = useChecklist(request, isNewKnown ? overview.is_new : undefined)
  const parts = { overview, isStale: query.isPlaceholderData, logSearch }
  const { filters, by, view, isAdmin: isOperator } = request
  const choose = (username: string) => {
    window.scrollTo({ top: 0 })
    void setFilters({ username })
  }
  const isByModel = by.length === 1 && by[0] === 'model'
  return (
    <>
      <DashboardFilterBar
        request={request}
        setFilters={setFilters}
        onRefresh={() => queryClient.invalidateQueries({ queryKey: dashboardKey })}
        isRefreshing={query.isFetching}
        buttons={
          <>
            <Link to="/log" search={logSearch} className={css.more}>
              {t('openLog')}
            </Link>
            <ExportButton overview={overview} request={request} look={look} />
          </>
        }
      />
      <Attention request={request} />
      {overview === undefined && query.error ? (
        <PanelFailure query={query} />
      ) : (
        <>
          <FigureCards {...parts} />
          {checklist.isOpen ? (
            <GettingStarted checklist={checklist} />
          ) : (
            <div className={css.grid}>
              <PartChart
                {...parts}
                className={css.wide}
                look={look}
                by={by}
                offered={offeredGroupings(view, isOperator)}
                metric={metricOf(filters.metric)}
                onMetric={(metric) => setFilters({ metric })}
                onBy={(next) => setFilters({ by: next.length === 1 && next[0] === 'model' ? '' : next.join() })}
              />
              <TopParts {...parts} look={look} title={t(isByModel ? 'topModels' : 'topParts')} />
              <HealthCharts {...parts} />
            </div>
          )}
          <div className={css.grid}>
            <ErrorsPanel
              request={request}
              logSearch={logSearch}
              {...(request.view.of === 'all' && { className: css.wide })}
            />
            {request.view.of === 'all' ? (
              <>
                <ChannelsPanel request={request} />
                <UsersPanel request={request} onChoose={choose} />
                <CustomerPanels request={request} onChoose={choose} />
              </>
            ) : (
              <>
                <BalancePanel request={request} />
                <TokensPanel request={request} />
              </>
            )}
          </div>
        </>
      )}
    </>
  )
}
