import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'
import { hasTime, todaySpan } from '../../lib/time-filter.ts'
import type { LogFilters } from './log-filters.ts'
import css from './logs.module.css'

export interface TimeRangeProps {
  filters: LogFilters
  setFilters(changes: Partial<LogFilters>): unknown
  openedAt: number
}

/** Start and end; empty is the default, today. */
export function TimeRange({ filters, setFilters, openedAt }: TimeRangeProps) {
  const { t } = useTranslation('logs')
  const { start, end } = todaySpan(filters, openedAt)
  const ahead = () => dayjs().add(1, 'hour')
  const presets = [
    { label: t('filters.today'), value: () => [dayjs().startOf('day'), ahead()] },
    { label: t('filters.lastHour'), value: () => [dayjs().subtract(1, 'hour'), ahead()] },
    { label: t('filters.lastDay'), value: () => [dayjs().subtract(1, 'day'), ahead()] },
    { label: t('filters.lastThreeDays'), value: () => [dayjs().subtract(3, 'day'), ahead()] },
    { label: t('filters.lastWeek'), value: () => [dayjs().subtract(7, 'day'), ahead()] },
    { label: t('filters.lastMonth'), value: () => [dayjs().subtract(30, 'day'), ahead()] },
  ] satisfies { label: string; value: () => [Dayjs, Dayjs] }[]

  const choose = (range: readonly (Dayjs | null)[] | null) =>
    setFilters({ start_timestamp: range?.[0]?.unix() ?? 0, end_timestamp: range?.[1]?.unix() ?? 0 })

  return (
    <DatePicker.RangePicker
      className={css.range}
      aria-label={t('filters.time')}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={hasTime(filters)}
      presets={presets}
      value={[dayjs.unix(start), dayjs.unix(end)]}
      onChange={choose}
    />
  )
}
