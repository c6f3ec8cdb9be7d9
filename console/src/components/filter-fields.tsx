import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import { Button, DatePicker, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localMinute, secondsOfLocalMinute } from '../lib/local-minute.ts'
import type { TimeFilter, TimeSpan } from '../lib/time-filter.ts'
import { FilterBar } from './filter-bar.tsx'
import css from './filter-fields.module.css'
import { FilterSheet, SheetField } from './filter-sheet.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { useIsPhone } from './use-is-phone.ts'

interface FilterField {
  key: string
  label: string
  node: ReactNode
}

export interface FilterFieldsProps {
  /** The current span, including defaults; 0 = open at that end. */
  span: TimeSpan
  /** 0 = the default. */
  setTimes(changes: Partial<TimeFilter>): unknown
  /** The control beside the table that chooses the span: a SpanPicker, or one of the page's own. */
  picker: ReactNode
  fields: FilterField[]
  /** The number of active filters; the time counts once. */
  count: number
  onReset(): void
  onRefresh(): void
  isRefreshing: boolean
  /** Namespace of the texts `filters.…`. */
  words?: 'common' | 'logs'
}

/** The filters of a log: a row above the table; on phones a sheet with the phone's own date picker. */
export function FilterFields(props: FilterFieldsProps) {
  return useIsPhone() ? <PhoneFields {...props} /> : <WideFields {...props} />
}

function WideFields(props: FilterFieldsProps) {
  const { t } = useTranslation(props.words)
  return (
    <FilterBar
      extra={
        <>
          {props.count > 0 && (
            <Button
              type="text"
              icon={<ClearOutlined />}
              aria-label={t('filters.reset')}
              title={t('filters.reset')}
              onClick={props.onReset}
            />
          )}
          <RefreshButton {...props} />
        </>
      }
    >
      {props.picker}
      {props.fields.map(({ key, node }) => (
        <Fragment key={key}>{node}</Fragment>
      ))}
    </FilterBar>
  )
}

export interface SpanPickerProps extends Pick<FilterFieldsProps, 'span' | 'setTimes'> {
  /** Whether the span differs from the default. */
  isSet: boolean
}

const momentOf = (seconds: number): Dayjs | null => (seconds > 0 ? dayjs.unix(seconds) : null)

/** A start and an end, with common spans beside the calendar. */
export function SpanPicker({ span, isSet, setTimes }: SpanPickerProps) {
  const { t } = useTranslation()
  const ahead = () => dayjs().add(1, 'hour')
  const since = (days: number) => (): [Dayjs, Dayjs] => [dayjs().subtract(days, 'day'), ahead()]
  const presets: { label: string; value: () => [Dayjs, Dayjs] }[] = [
    { label: t('filters.today'), value: () => [dayjs().startOf('day'), ahead()] },
    ...[3, 7, 30].map((count) => ({ label: t('filters.lastDays', { count }), value: since(count) })),
  ]
  return (
    <DatePicker.RangePicker
      className={css.range}
      aria-label={t('filters.time')}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={isSet}
      allowEmpty={[span.start === 0, span.end === 0]}
      placeholder={[t('filters.start'), t('filters.end')]}
      presets={presets}
      value={[momentOf(span.start), momentOf(span.end)]}
      onChange={(range) =>
        setTimes({ start_timestamp: range?.[0]?.unix() ?? 0, end_timestamp: range?.[1]?.unix() ?? 0 })
      }
    />
  )
}

function PhoneFields(props: FilterFieldsProps) {
  const { t } = useTranslation(props.words)
  const { span, setTimes, count, onReset, words } = props
  const moment = (key: 'start' | 'end') => (
    <SheetField label={t(`filters.${key}`)} isWide>
      <Input
        type="datetime-local"
        aria-label={t(`filters.${key}`)}
        value={localMinute(span[key])}
        onChange={(event) => setTimes({ [`${key}_timestamp`]: secondsOfLocalMinute(event.target.value) })}
      />
    </SheetField>
  )
  return (
    <div className={css.phone}>
      <FilterSheet count={count} onReset={onReset} words={words}>
        {moment('start')}
        {moment('end')}
        {props.fields.map(({ key, label, node }) => (
          <SheetField key={key} label={label}>
            {node}
          </SheetField>
        ))}
      </FilterSheet>
      <RefreshButton {...props} />
    </div>
  )
}
