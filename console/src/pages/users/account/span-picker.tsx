import { statementDaysMax } from '@sluice/contract/user-statement'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'
import { hasTime, type TimeFilter } from '../../../lib/time-filter.ts'

interface SpanPickerProps {
  times: TimeFilter
  onChange(times: TimeFilter): void
}

const timesOf = (range: readonly (Dayjs | null)[] | null | undefined): TimeFilter => ({
  start_timestamp: range?.[0]?.startOf('day').unix() ?? 0,
  end_timestamp: range?.[1]?.endOf('day').unix() ?? 0,
})

/** Whole days; empty is the default, the last 30. */
export function SpanPicker({ times, onChange }: SpanPickerProps) {
  const { t } = useTranslation('account')
  const today = dayjs()
  const lastMonth = today.subtract(1, 'month')
  const { start_timestamp: start, end_timestamp: end } = times
  return (
    <DatePicker.RangePicker
      aria-label={t('span.label')}
      allowClear={hasTime(times)}
      presets={[
        { label: t('span.month'), value: [today.startOf('month'), today] },
        { label: t('span.lastMonth'), value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
        { label: t('span.days90'), value: [today.subtract(89, 'day'), today] },
        { label: t('span.year'), value: [today.subtract(364, 'day'), today] },
      ]}
      value={[start > 0 ? dayjs.unix(start) : today.subtract(29, 'day'), end > 0 ? dayjs.unix(end) : today]}
      disabledDate={(day, { from }) => from !== undefined && Math.abs(day.diff(from, 'day')) >= statementDaysMax}
      onChange={(range) => onChange(timesOf(range))}
    />
  )
}
