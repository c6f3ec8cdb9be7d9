import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import { Button, DatePicker, Drawer, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localMinute, secondsOfLocalMinute } from '../lib/local-minute.ts'
import { FilterBar } from './filter-bar.tsx'
import css from './filter-fields.module.css'
import { RefreshButton } from './refresh-button.tsx'
import { useIsPhone } from './use-is-phone.ts'

/** Unix seconds. */
export interface TimeSpan {
  start: number
  end: number
}

export interface FilterFieldsProps {
  /** The span in force, defaults filled in. */
  span: TimeSpan
  /** Whether it is another than the default one. */
  isSpanSet: boolean
  /** 0 = the default. */
  onSpan(span: TimeSpan): void
  fields: { key: string; label: string; node: ReactNode }[]
  /** How many filters are set, the time counting once. */
  count: number
  onReset(): void
  onRefresh(): void
  isRefreshing: boolean
}

/** The filters of a log: a row beside the table; on phones a sheet, where the time is the phone's own wheel. */
export function FilterFields(props: FilterFieldsProps) {
  return useIsPhone() ? <PhoneFields {...props} /> : <WideFields {...props} />
}

function WideFields(props: FilterFieldsProps) {
  const { t } = useTranslation()
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
      <SpanPicker {...props} />
      {props.fields.map(({ key, node }) => (
        <Fragment key={key}>{node}</Fragment>
      ))}
    </FilterBar>
  )
}

function SpanPicker({ span, isSpanSet, onSpan }: FilterFieldsProps) {
  const { t } = useTranslation()
  const ahead = () => dayjs().add(1, 'hour')
  const since = (days: number) => () => [dayjs().subtract(days, 'day'), ahead()]
  const presets = [
    { label: t('filters.today'), value: () => [dayjs().startOf('day'), ahead()] },
    ...[3, 7, 30].map((count) => ({ label: t('filters.lastDays', { count }), value: since(count) })),
  ] as { label: string; value: () => [Dayjs, Dayjs] }[]
  return (
    <DatePicker.RangePicker
      className={css.range}
      aria-label={t('filters.time')}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={isSpanSet}
      presets={presets}
      value={[dayjs.unix(span.start), dayjs.unix(span.end)]}
      onChange={(range) => onSpan({ start: range?.[0]?.unix() ?? 0, end: range?.[1]?.unix() ?? 0 })}
    />
  )
}

function PhoneFields(props: FilterFieldsProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { span, onSpan, count } = props
  const moment = (key: 'start' | 'end') => (
    <Field label={t(`filters.${key}`)}>
      <Input
        type="datetime-local"
        aria-label={t(`filters.${key}`)}
        value={localMinute(span[key])}
        onChange={(event) => onSpan({ ...span, [key]: secondsOfLocalMinute(event.target.value) })}
      />
    </Field>
  )
  return (
    <div className={css.phone}>
      <Button icon={<FilterOutlined />} onClick={() => setIsOpen(true)}>
        {count === 0 ? t('filters.button') : t('filters.buttonCount', { count })}
      </Button>
      <RefreshButton {...props} />
      <Drawer
        open={isOpen}
        title={t('filters.title')}
        placement="bottom"
        size="auto"
        classNames={{ section: css.sheet }}
        onClose={() => setIsOpen(false)}
        extra={
          count > 0 && (
            <Button type="text" onClick={props.onReset}>
              {t('filters.reset')}
            </Button>
          )
        }
        footer={
          <Button type="primary" block onClick={() => setIsOpen(false)}>
            {t('filters.done')}
          </Button>
        }
      >
        <div className={css.fields}>
          {moment('start')}
          {moment('end')}
          {props.fields.map(({ key, label, node }) => (
            <Field key={key} label={label}>
              {node}
            </Field>
          ))}
        </div>
      </Drawer>
    </div>
  )
}

const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={css.field}>
    <div aria-hidden>{label}</div>
    {children}
  </div>
)
