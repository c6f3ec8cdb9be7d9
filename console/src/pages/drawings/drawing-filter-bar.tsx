import { drawingActions, drawingStatuses } from '@sluice/contract/drawing'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '../../components/filter-bar.tsx'
import { FilterFields } from '../../components/filter-fields.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { countFilters, type DrawingFilters, drawingFilterDefaults, spanOf } from './drawing-filters.ts'
import { actionWord, statusOf } from './drawing-words.ts'
import css from './drawings.module.css'

export interface DrawingFilterBarProps {
  isAdmin: boolean
  filters: DrawingFilters
  setFilters(changes: Partial<DrawingFilters>): unknown
  /** When the page was opened, in seconds: what the default range is shown by. */
  openedAt: number
  onRefresh(): void
  isRefreshing: boolean
}

export function DrawingFilterBar({
  isAdmin,
  filters,
  setFilters,
  openedAt,
  ...refresh
}: DrawingFilterBarProps) {
  const { t } = useTranslation('tasks')
  const width = (pixels: number) => (isPhone ? ('100%' as const) : pixels)
  const isPhone = useIsPhone()
  const search = (key: 'mj_id' | 'channel_id', label: string, pixels: number) => ({
    key,
    label,
    node: (
      <FilterSearch
        value={filters[key]}
        placeholder={label}
        width={width(pixels)}
        plain={key !== 'mj_id'}
        onSearch={(text) =>
          setFilters({ [key]: key === 'mj_id' ? text : text.replace(/\D/g, '').slice(0, 9) })
        }
      />
    ),
  })
  const select = (key: 'action' | 'status', label: string, options: { value: string; label: string }[]) => ({
    key,
    label,
    node: (
      <Select
        allowClear
        className={css.select}
        style={isPhone ? { width: '100%' } : undefined}
        popupMatchSelectWidth={false}
        aria-label={label}
        placeholder={label}
        value={filters[key] || undefined}
        options={options}
        onChange={(value?: string) => setFilters({ [key]: value ?? '' })}
      />
    ),
  })
  return (
    <FilterFields
      span={spanOf(filters, openedAt)}
      isSpanSet={filters.start_timestamp > 0 || filters.end_timestamp > 0}
      onSpan={({ start, end }) => setFilters({ start_timestamp: start, end_timestamp: end })}
      count={countFilters(filters)}
      onReset={() => setFilters(drawingFilterDefaults)}
      fields={[
        search('mj_id', t('filter.taskId'), 178),
        select(
          'action',
          t('filter.action'),
          drawingActions.map((value) => ({ value, label: actionWord(t, value) })),
        ),
        select(
          'status',
          t('filter.status'),
          drawingStatuses.map((value) => ({ value, label: statusOf(t, value).label })),
        ),
        ...(isAdmin ? [search('channel_id', t('filter.channel'), 128)] : []),
      ]}
      {...refresh}
    />
  )
}
