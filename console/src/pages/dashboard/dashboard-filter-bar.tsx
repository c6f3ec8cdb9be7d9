import type { DataStep } from '@sluice/contract/data'
import { DatePicker, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FilterField, ListFilters } from '../../components/list-filters.tsx'
import { useCallFields } from '../../components/use-call-fields.ts'
import { callTypeOf } from '../../lib/call-filters.ts'
import css from './dashboard.module.css'
import {
  type DashboardFilters,
  daysMax,
  offeredSteps,
  presetRanges,
  type RangeName,
  rangeNameOf,
  spanOf,
  stepOf,
} from './dashboard-filters.ts'
import type { OverviewRequest } from './queries.ts'
import { UserSelect } from './user-select.tsx'

export interface DashboardFilterBarProps {
  request: OverviewRequest
  setFilters(changes: Partial<DashboardFilters>): unknown
  onRefresh(): void
  isRefreshing: boolean
  /** At the right. */
  buttons: ReactNode
}

/** The time, and the filters of the usage log. */
export function DashboardFilterBar(props: DashboardFilterBarProps) {
  const { request, setFilters, onRefresh, isRefreshing, buttons } = props
  const { t } = useTranslation('dashboard')
  const { filters, isAdmin, view } = request
  const calls = useCallFields({ isAdmin })
  const list = {
    filters: { ...filters, type: callTypeOf(filters.type) },
    setFilters,
    now: Math.floor(Date.now() / 1000),
    refresh: onRefresh,
    query: { isFetching: isRefreshing },
  }
  const ownFields: FilterField<keyof DashboardFilters>[] =
    view.of === 'self'
      ? []
      : [
          { key: 'channel', label: t('filter.channel'), width: 124, isId: true, adminOnly: true },
          {
            key: 'username',
            label: t('filter.user'),
            adminOnly: true,
            node: <UserSelect value={filters.username} onChange={(username) => setFilters({ username })} />,
          },
        ]
  return (
    <ListFilters
      list={list}
      lead={
        <>
          <RangeControl {...props} />
          <StepControl {...props} />
          {isAdmin && <ScopeControl {...props} />}
        </>
      }
      fields={[...calls, ...ownFields]}
      canRefresh
      buttons={buttons}
    />
  )
}

/** The control of the time: a preset, or custom days. */
function RangeControl({ request, setFilters }: DashboardFilterBarProps) {
  const { t } = useTranslation('dashboard')
  const name = rangeNameOf(request.filters, request.siteStep)
  const now = Math.floor(Date.now() / 1000)
  const { start, end = now } = spanOf(request.filters, { now, ...request })
  const choose = (range: RangeName) => {
    if (range !== 'custom') return setFilters({ range, start_timestamp: 0, end_timestamp: 0, step: '' })
    // Starts with the shown range, so that the user changes only the difference.
    const whole = { start_timestamp: start, end_timestamp: dayjs.unix(end).endOf('day').unix() }
    return setFilters({ range, step: '', ...whole, start_timestamp: dayjs.unix(start).startOf('day').unix() })
  }
  const options = [...presetRanges, 'custom' as const].map((value) => ({ value, label: t(`range.${value}`) }))
  return (
    <>
      <Select<RangeName>
        className={css.rangeSelect}
        popupMatchSelectWidth={false}
        aria-label={t('range.label')}
        value={name}
        options={options}
        onChange={choose}
      />
      {name === 'custom' && (
        <DatePicker.RangePicker
          className={css.days}
          aria-label={t('range.days')}
          allowClear={false}
          value={[dayjs.unix(start), dayjs.unix(end)]}
          disabledDate={(day, { from }) =>
            day.isAfter(dayjs(), 'day') ||
            (from !== undefined && Math.abs(day.diff(from, 'day')) >= daysMax(request.isAdmin))
          }
          onChange={(days) =>
            setFilters({
              range: 'custom',
              step: '',
              start_timestamp: days?.[0]?.startOf('day').unix() ?? 0,
              end_timestamp: days?.[1]?.endOf('day').unix() ?? 0,
            })
          }
        />
      )}
    </>
  )
}

function StepControl({ request, setFilters }: DashboardFilterBarProps) {
  const { t } = useTranslation('dashboard')
  const now = Math.floor(Date.now() / 1000)
  const { start, end = now } = spanOf(request.filters, { now, ...request })
  const seconds = Math.min(end, now) - start
  const offered = offeredSteps(seconds)
  return (
    <Select<DataStep>
      className={css.step}
      aria-label={t('step.label')}
      disabled={offered.length < 2}
      value={stepOf(request.filters.step, seconds, request.siteStep)}
      options={offered.map((value) => ({ value, label: t(`step.${value}`) }))}
      onChange={(step) => setFilters({ step })}
    />
  )
}

/** Switches an administrator's view between the site and the own account. */
function ScopeControl({ request, setFilters }: DashboardFilterBarProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Segmented<'all' | 'self'>
      aria-label={t('filter.scope')}
      value={request.view.of === 'self' ? 'self' : 'all'}
      options={[
        { value: 'all', label: t('filter.all') },
        { value: 'self', label: t('filter.own') },
      ]}
      onChange={(scope) => setFilters({ scope: scope === 'self' ? 'self' : '', username: '' })}
    />
  )
}
