import { marginSpanMax } from '@sluice/contract/margin'
import { DatePicker, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { hasTime } from '../../lib/time-filter.ts'
import css from './margin.module.css'
import { type MarginFilters, rangeOf } from './margin-filters.ts'

export interface TimeRangeProps {
  filters: MarginFilters
  setFilters(changes: Partial<MarginFilters>): unknown
  /** Seconds: "now" until the page is refreshed. */
  openedAt: number
}

const spanDays = Math.floor(marginSpanMax / 86_400)

/** Whole days; empty is the default, the last 30. */
export function TimeRange(props: TimeRangeProps) {
  return useIsPhone() ? <PhoneRange {...props} /> : <WideRange {...props} />
}

function usePresets() {
  const { t } = useTranslation('margin')
  const today = () => dayjs()
  const lastMonth = () => dayjs().subtract(1, 'month')
  return [
    { name: 'today', label: t('range.today'), value: () => [today(), today()] },
    { name: 'week', label: t('range.week'), value: () => [today().subtract(6, 'day'), today()] },
    { name: 'days30', label: t('range.days30'), value: () => [today().subtract(29, 'day'), today()] },
    { name: 'month', label: t('range.month'), value: () => [today().startOf('month'), today()] },
    {
      name: 'lastMonth',
      label: t('range.lastMonth'),
      value: () => [lastMonth().startOf('month'), lastMonth().endOf('month')],
    },
    { name: 'days90', label: t('range.days90'), value: () => [today().subtract(89, 'day'), today()] },
  ] satisfies { name: string; label: string; value: () => [Dayjs, Dayjs] }[]
}

const timesOf = (range: readonly (Dayjs | null)[] | null | undefined) => ({
  start_timestamp: range?.[0]?.startOf('day').unix() ?? 0,
  end_timestamp: range?.[1]?.endOf('day').unix() ?? 0,
})

function WideRange({ filters, setFilters, openedAt }: TimeRangeProps) {
  const { t } = useTranslation('margin')
  const { start, end } = rangeOf(filters, openedAt)
  return (
    <DatePicker.RangePicker
      className={css.range}
      aria-label={t('range.label')}
      allowClear={hasTime(filters)}
      presets={usePresets()}
      value={[dayjs.unix(start), dayjs.unix(end)]}
      disabledDate={(day, { from }) => from !== undefined && Math.abs(day.diff(from, 'day')) >= spanDays}
      onChange={(range) => setFilters(timesOf(range))}
    />
  )
}

/** A phone offers the usual spans; one from a link stays until another is chosen. */
function PhoneRange({ filters, setFilters }: TimeRangeProps) {
  const { t } = useTranslation('margin')
  const presets = usePresets()
  const { start_timestamp: start, end_timestamp: end } = filters
  const chosen = presets.find(({ value }) => {
    const times = timesOf(value())
    return times.start_timestamp === start && times.end_timestamp === end
  })
  const own = start === 0 && end === 0 ? 'days30' : (chosen?.name ?? 'own')
  return (
    <Select
      className={layout.grow}
      aria-label={t('range.label')}
      value={own}
      options={[
        ...presets.map(({ name, label }) => ({ value: name, label })),
        ...(own === 'own' ? [{ value: 'own', label: t('range.own') }] : []),
      ]}
      onChange={(name) => {
        const range = presets.find((preset) => preset.name === name)?.value()
        if (range) setFilters(timesOf(range))
      }}
    />
  )
}
