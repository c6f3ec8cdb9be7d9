import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useModelColors } from '../../components/charts/use-model-colors.ts'
import { TableEmpty } from '../../components/data-table-states.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatus } from '../../lib/queries.ts'
import { isAdmin, useSessionUser } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { BalancePanel, TokensPanel } from './account-panels.tsx'
import { ChannelsPanel, UsersPanel } from './admin-panels.tsx'
import { Attention } from './attention.tsx'
import { HealthCharts, ModelChart } from './charts.tsx'
import css from './dashboard.module.css'
import { DashboardFilterBar } from './dashboard-filter-bar.tsx'
import { type DashboardFilters, dashboardDefaults, spanOf, viewOf } from './dashboard-filters.ts'
import { PanelFailure } from './failure.tsx'
import { FigureCards } from './figure-cards.tsx'
import { GettingStarted } from './getting-started.tsx'
import { dashboardKey, type OverviewRequest, overviewQuery } from './queries.ts'
import { SitePanels } from './site-panels.tsx'
import { TopModels } from './top-models.tsx'
import { useChecklist } from './use-checklist.ts'

/** The dashboard: problems, costs and trends. */
export function DashboardPage() {
  const { t } = useTranslation(['dashboard', 'content'])
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
  const request: OverviewRequest = {
    filters,
    view: viewOf(filters, isAdmin(user)),
    siteStep: status.data_export_default_time,
    isAdmin: isAdmin(user),
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
  const canSwitch = isAdmin(useSessionUser())
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
  const query = useQuery(overviewQuery(request))
  const overview = query.data
  const color = useModelColors((overview?.models ?? []).map((model) => model.model_name))
  const { start, end } = spanOf(request.filters, { now: Math.floor(Date.now() / 1000), ...request })
  const logSearch = {
    start_timestamp: start,
    ...(end !== undefined && { end_timestamp: end }),
    ...(request.view.of === 'user' && { username: request.view.username }),
  }
  const isNewKnown = overview !== undefined && !query.isPlaceholderData && request.view.of !== 'user'
  const isNew = isNewKnown && overview.is_new
  const checklist = useChecklist(request, isNewKnown ? isNew : undefined)
  const parts = { overview, isStale: query.isPlaceholderData }
  return (
    <>
      <DashboardFilterBar
        request={request}
        setFilters={setFilters}
        onRefresh={() => queryClient.invalidateQueries({ queryKey: dashboardKey })}
        isRefreshing={query.isFetching}
      />
      <Attention request={request} />
      {overview === undefined && query.error ? (
        <PanelFailure query={query} />
      ) : (
        <>
          <FigureCards {...parts} />
          {checklist.isOpen && <GettingStarted checklist={checklist} isNew={isNew} />}
          {(!isNew || !checklist.isOpen) && (
            <div className={css.grid}>
              <ModelChart {...parts} color={color} className={css.wide} />
              <TopModels {...parts} color={color} logSearch={logSearch} />
              <HealthCharts {...parts} />
            </div>
          )}
          <div className={css.pair}>
            {request.view.of === 'all' ? (
              <>
                <ChannelsPanel request={request} />
                <UsersPanel
                  request={request}
                  onChoose={(username) => {
                    window.scrollTo({ top: 0 })
                    void setFilters({ username })
                  }}
                />
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
