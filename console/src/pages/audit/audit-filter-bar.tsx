import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { Button, DatePicker, Drawer, Input, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import css from './audit.module.css'
import { auditActions, auditObjects } from './audit-actions.ts'
import {
  type AuditFilters,
  auditFilterDefaults,
  countFilters,
  localMinute,
  secondsOfLocalMinute,
} from './audit-filters.ts'
import { useActionWords, useObjectWords } from './audit-parts.tsx'

export interface AuditFilterBarProps {
  filters: AuditFilters
  setFilters(changes: Partial<AuditFilters>): unknown
  onRefresh(): void
  isRefreshing: boolean
}

export function AuditFilterBar(props: AuditFilterBarProps) {
  return useIsPhone() ? <PhoneFilters {...props} /> : <WideFilters {...props} />
}

function WideFilters(props: AuditFilterBarProps) {
  const { t } = useTranslation('audit')
  const isFiltered = countFilters(props.filters) > 0
  return (
    <FilterBar
      extra={
        <>
          {isFiltered && (
            <Button
              type="text"
              icon={<ClearOutlined />}
              aria-label={t('filters.reset')}
              title={t('filters.reset')}
              onClick={() => props.setFilters({ ...auditFilterDefaults, open: props.filters.open })}
            />
          )}
          <RefreshButton {...props} />
        </>
      }
    >
      <TimeRange {...props} />
      <ActionSelect {...props} />
      <TextFilter {...props} name="actor_name" label={t('filters.actor')} width={132} />
      <ObjectSelect {...props} />
      <TextFilter {...props} name="object_id" label={t('filters.objectId')} width={132} plain />
    </FilterBar>
  )
}

/** On phones the filters are a sheet; the time is the phone's own wheel. */
function PhoneFilters(props: AuditFilterBarProps) {
  const { t } = useTranslation('audit')
  const [isOpen, setIsOpen] = useState(false)
  const { filters, setFilters } = props
  const count = countFilters(filters)
  const moment = (key: 'start_timestamp' | 'end_timestamp', label: string) => (
    <Field label={label}>
      <Input
        type="datetime-local"
        aria-label={label}
        value={localMinute(filters[key])}
        onChange={(event) => setFilters({ [key]: secondsOfLocalMinute(event.target.value) })}
      />
    </Field>
  )
  return (
    <div className={css.phoneFilters}>
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
            <Button type="text" onClick={() => setFilters(auditFilterDefaults)}>
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
          {moment('start_timestamp', t('filters.start'))}
          {moment('end_timestamp', t('filters.end'))}
          <Field label={t('filters.action')}>
            <ActionSelect {...props} />
          </Field>
          <Field label={t('filters.actor')}>
            <TextFilter {...props} name="actor_name" label={t('filters.actor')} width="100%" plain />
          </Field>
          <Field label={t('filters.objectType')}>
            <ObjectSelect {...props} />
          </Field>
          <Field label={t('filters.objectId')}>
            <TextFilter {...props} name="object_id" label={t('filters.objectId')} width="100%" plain />
          </Field>
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

function RefreshButton({ onRefresh, isRefreshing }: AuditFilterBarProps) {
  const { t } = useTranslation()
  return (
    <Button
      type="text"
      icon={<ReloadOutlined spin={isRefreshing} />}
      aria-label={t('actions.refresh')}
      title={t('actions.refresh')}
      onClick={onRefresh}
    />
  )
}

interface TextFilterProps extends AuditFilterBarProps {
  name: 'actor_name' | 'object_id'
  label: string
  width: number | '100%'
  plain?: boolean
}

const TextFilter = ({ filters, setFilters, name, label, width, plain }: TextFilterProps) => (
  <FilterSearch
    value={filters[name]}
    placeholder={label}
    width={width}
    plain={plain}
    onSearch={(text) => setFilters({ [name]: text })}
  />
)

/** Found by the words, and by the name in the trail. */
function ActionSelect({ filters, setFilters }: AuditFilterBarProps) {
  const { t } = useTranslation('audit')
  const words = useActionWords()
  return (
    <Select
      allowClear
      showSearch={{
        filterOption: (text, option) =>
          `${option?.label} ${option?.value}`.toLowerCase().includes(text.toLowerCase()),
      }}
      className={css.actionFilter}
      popupMatchSelectWidth={false}
      aria-label={t('filters.action')}
      placeholder={t('filters.action')}
      value={filters.action || undefined}
      options={auditActions.map((action) => ({ value: action as string, label: words(action) }))}
      onChange={(action?: string) => setFilters({ action: action ?? '' })}
    />
  )
}

function ObjectSelect({ filters, setFilters }: AuditFilterBarProps) {
  const { t } = useTranslation('audit')
  const words = useObjectWords()
  return (
    <Select
      allowClear
      className={css.objectFilter}
      aria-label={t('filters.objectType')}
      placeholder={t('filters.objectType')}
      value={filters.object_type || undefined}
      options={auditObjects.map((type) => ({ value: type as string, label: words(type) }))}
      onChange={(type?: string) => setFilters({ object_type: type ?? '' })}
    />
  )
}

/** From when until when; either end may stay open. */
function TimeRange({ filters, setFilters }: AuditFilterBarProps) {
  const { t } = useTranslation('audit')
  const { start_timestamp: start, end_timestamp: end } = filters
  const now = () => dayjs()
  const presets = [
    { label: t('filters.today'), value: () => [dayjs().startOf('day'), now()] },
    { label: t('filters.lastWeek'), value: () => [dayjs().subtract(7, 'day'), now()] },
    { label: t('filters.lastMonth'), value: () => [dayjs().subtract(30, 'day'), now()] },
  ] satisfies { label: string; value: () => [Dayjs, Dayjs] }[]
  return (
    <DatePicker.RangePicker
      className={css.range}
      aria-label={t('filters.time')}
      placeholder={[t('filters.start'), t('filters.end')]}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowEmpty={[true, true]}
      presets={presets}
      value={[start > 0 ? dayjs.unix(start) : null, end > 0 ? dayjs.unix(end) : null]}
      onChange={(range) =>
        setFilters({ start_timestamp: range?.[0]?.unix() ?? 0, end_timestamp: range?.[1]?.unix() ?? 0 })
      }
    />
  )
}
