import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { hasTime, type TimeFilter, type TimeSpan } from '../lib/time-filter.ts'
import { FilterSearch } from './filter-bar.tsx'
import { FilterFields, SpanPicker } from './filter-fields.tsx'
import css from './task-filter-bar.module.css'
import { useIsPhone } from './use-is-phone.ts'

/** The filters of every task list, beside the task's ID, which each list names in its own way. */
export interface CommonTaskFilters extends TimeFilter {
  action: string
  status: string
  channel_id: string
}

export interface TaskFilterBarProps {
  isAdmin: boolean
  filters: CommonTaskFilters
  setFilters(changes: Partial<CommonTaskFilters>): unknown
  /** The current span, including defaults. */
  span: TimeSpan
  id: { value: string; width: number; onSearch(value: string): void }
  options: Record<'action' | 'status', { value: string; label: string }[]>
  /** The number of active filters; the time counts once. */
  count: number
  onReset(): void
  onRefresh(): void
  isRefreshing: boolean
}

export function TaskFilterBar(props: TaskFilterBarProps) {
  const { isAdmin, filters, setFilters, span, id, options, ...rest } = props
  const { t } = useTranslation('tasks')
  const isPhone = useIsPhone()
  const widthOf = (pixels: number) => (isPhone ? '100%' : pixels)
  const choice = (key: 'action' | 'status') => ({
    key,
    label: t(`filter.${key}`),
    node: (
      <Select
        allowClear
        className={css.select}
        style={isPhone ? { width: '100%' } : undefined}
        popupMatchSelectWidth={false}
        aria-label={t(`filter.${key}`)}
        placeholder={t(`filter.${key}`)}
        value={filters[key] || undefined}
        options={options[key]}
        onChange={(value?: string) => setFilters({ [key]: value ?? '' })}
      />
    ),
  })
  const taskId = {
    key: 'id',
    label: t('filter.taskId'),
    node: <FilterSearch {...id} width={widthOf(id.width)} placeholder={t('filter.taskId')} />,
  }
  const channel = {
    key: 'channel_id',
    label: t('filter.channel'),
    node: (
      <FilterSearch
        value={filters.channel_id}
        placeholder={t('filter.channel')}
        width={widthOf(128)}
        plain
        onSearch={(text) => setFilters({ channel_id: text.replace(/\D/g, '').slice(0, 9) })}
      />
    ),
  }
  // Both ends are stored, so that the result stays the same while time passes.
  const setTimes = (changes: Partial<TimeFilter>) =>
    setFilters({ start_timestamp: span.start, end_timestamp: span.end, ...changes })
  return (
    <FilterFields
      span={span}
      setTimes={setTimes}
      picker={<SpanPicker span={span} setTimes={setTimes} isSet={hasTime(filters)} />}
      fields={[taskId, choice('action'), choice('status'), ...(isAdmin ? [channel] : [])]}
      {...rest}
    />
  )
}
