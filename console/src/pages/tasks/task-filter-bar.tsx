import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '../../components/filter-bar.tsx'
import { FilterFields } from '../../components/filter-fields.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { countFilters, spanOf, type TaskFilters, taskFilterDefaults } from './task-filters.ts'
import { actionOptions, statusOptions } from './task-words.ts'
import css from './tasks.module.css'

export interface TaskFilterBarProps {
  isAdmin: boolean
  filters: TaskFilters
  setFilters(changes: Partial<TaskFilters>): unknown
  /** When the page was opened, in seconds: what the default range is shown by. */
  openedAt: number
  onRefresh(): void
  isRefreshing: boolean
}

export function TaskFilterBar({ isAdmin, filters, setFilters, openedAt, ...refresh }: TaskFilterBarProps) {
  const { t } = useTranslation('tasks')
  const isPhone = useIsPhone()
  const choice = (key: 'action' | 'status', options: { value: string; label: string }[]) => ({
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
        options={options}
        onChange={(value?: string) => setFilters({ [key]: value ?? '' })}
      />
    ),
  })
  const id = {
    key: 'task_id',
    label: t('filter.taskId'),
    node: (
      <FilterSearch
        value={filters.task_id}
        placeholder={t('filter.taskId')}
        width={isPhone ? '100%' : 200}
        onSearch={(text) => setFilters({ task_id: text })}
      />
    ),
  }
  const channel = {
    key: 'channel_id',
    label: t('filter.channel'),
    node: (
      <FilterSearch
        value={filters.channel_id}
        placeholder={t('filter.channel')}
        width={isPhone ? '100%' : 128}
        plain
        onSearch={(text) => setFilters({ channel_id: text.replace(/\D/g, '').slice(0, 9) })}
      />
    ),
  }
  return (
    <FilterFields
      span={spanOf(filters, openedAt)}
      isSpanSet={filters.start_timestamp > 0 || filters.end_timestamp > 0}
      onSpan={({ start, end }) => setFilters({ start_timestamp: start, end_timestamp: end })}
      count={countFilters(filters)}
      onReset={() => setFilters(taskFilterDefaults)}
      fields={[
        id,
        choice('action', actionOptions(t)),
        choice('status', statusOptions(t)),
        ...(isAdmin ? [channel] : []),
      ]}
      {...refresh}
    />
  )
}
