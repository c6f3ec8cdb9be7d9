import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '../../components/filter-bar.tsx'
import { FilterFields } from '../../components/filter-fields.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { todaySpan } from '../../lib/time-filter.ts'
import { countFilters, type LogFilters, logFilterDefaults } from './log-filters.ts'
import css from './logs.module.css'
import { logGroupsQuery } from './queries.ts'
import { TimeRange } from './time-range.tsx'

export interface LogFilterBarProps {
  isAdmin: boolean
  filters: LogFilters
  setFilters(changes: Partial<LogFilters>): unknown
  /** When the page was opened, in seconds: the default range is displayed relative to it. */
  openedAt: number
  onRefresh(): void
  isRefreshing: boolean
}

const typeOptions = [
  ['all', logType.all],
  ['consume', logType.consume],
  ['error', logType.error],
  ['topUp', logType.topUp],
  ['manage', logType.manage],
  ['system', logType.system],
] as const

function TypeSelect({ filters, setFilters }: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  return (
    <Select
      className={css.typeFilter}
      aria-label={t('filters.type')}
      value={filters.type}
      options={typeOptions.map(([label, value]) => ({ value, label: t(`type.${label}`) }))}
      onChange={(type: number) => setFilters({ type })}
    />
  )
}

function GroupSelect({ isAdmin, filters, setFilters }: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  const query = useQuery(logGroupsQuery(isAdmin))
  const state = useOptionsState(query)
  return (
    <Select
      className={css.groupFilter}
      aria-label={t('filters.group')}
      placeholder={t('filters.group')}
      allowClear
      showSearch
      value={filters.group || undefined}
      options={query.data?.map((name) => ({ value: name, label: name })) ?? []}
      {...state}
      onChange={(group?: string) => setFilters({ group: group ?? '' })}
    />
  )
}

/** The text filters; the last two are for administrators. */
function useTextFilters({ isAdmin, filters, setFilters }: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  const isPhone = useIsPhone()
  const hints: Partial<Record<string, string>> = {
    model_name: t('filters.modelHint'),
    request_id: t('filters.requestHint'),
  }
  const all = [
    { key: 'model_name', label: t('filters.model'), width: 164 },
    { key: 'token_name', label: t('filters.token'), width: 118 },
    { key: 'request_id', label: t('filters.request'), width: 132 },
    { key: 'channel', label: t('filters.channel'), width: 124, adminOnly: true },
    { key: 'username', label: t('filters.username'), width: 96, adminOnly: true },
  ] as const
  return all
    .filter((filter) => isAdmin || !('adminOnly' in filter))
    .map(({ key, label, width }) => {
      const clean = (text: string) => (key === 'channel' ? text.replace(/\D/g, '').slice(0, 9) : text)
      const node = (
        <FilterSearch
          hint={hints[key]}
          plain={key !== 'model_name'}
          value={filters[key]}
          width={isPhone ? '100%' : width}
          placeholder={label}
          onSearch={(text) => setFilters({ [key]: clean(text) })}
        />
      )
      return { key, label, node }
    })
}

export function LogFilterBar(props: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  const isPhone = useIsPhone()
  const { filters, setFilters, openedAt, onRefresh, isRefreshing } = props
  const texts = useTextFilters(props)
  const type = { key: 'type', label: t('filters.type'), node: <TypeSelect {...props} /> }
  const group = { key: 'group', label: t('filters.group'), node: <GroupSelect {...props} /> }
  // On the sheet the two lists are side by side; in the row the model comes first.
  const firstTexts = isPhone ? 0 : 1
  const fields = [type, ...texts.slice(0, firstTexts), group, ...texts.slice(firstTexts)]
  return (
    <FilterFields
      words="logs"
      span={todaySpan(filters, openedAt)}
      setTimes={setFilters}
      picker={<TimeRange {...props} />}
      count={countFilters(filters)}
      onReset={() => setFilters({ ...logFilterDefaults, open: filters.open })}
      fields={fields}
      onRefresh={onRefresh}
      isRefreshing={isRefreshing}
    />
  )
}
