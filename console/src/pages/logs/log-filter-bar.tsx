import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { localMinute, secondsOfLocalMinute } from '../../lib/local-minute.ts'
import { countFilters, type LogFilters, logFilterDefaults, rangeOf } from './log-filters.ts'
import css from './logs.module.css'
import { logGroupsQuery } from './queries.ts'
import { TimeRange } from './time-range.tsx'

export interface LogFilterBarProps {
  isAdmin: boolean
  filters: LogFilters
  setFilters(changes: Partial<LogFilters>): unknown
  /** When the page was opened, in seconds: what the default range is shown by. */
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
  const { data = [] } = useQuery(logGroupsQuery(isAdmin))
  return (
    <Select
      className={css.groupFilter}
      aria-label={t('filters.group')}
      placeholder={t('filters.group')}
      allowClear
      showSearch
      value={filters.group || undefined}
      options={data.map((name) => ({ value: name, label: name }))}
      onChange={(group?: string) => setFilters({ group: group ?? '' })}
    />
  )
}

/** The filters by words; the last two are for administrators. */
function useTextFilters({ isAdmin, filters, setFilters }: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  const isPhone = useIsPhone()
  const all = [
    { key: 'model_name', label: t('filters.model'), width: 164 },
    { key: 'token_name', label: t('filters.token'), width: 118 },
    { key: 'channel', label: t('filters.channel'), width: 114, adminOnly: true },
    { key: 'username', label: t('filters.username'), width: 96, adminOnly: true },
  ] as const
  return all
    .filter((filter) => isAdmin || !('adminOnly' in filter))
    .map(({ key, label, width }) => {
      const clean = (text: string) => (key === 'channel' ? text.replace(/\D/g, '').slice(0, 9) : text)
      const node = (
        <FilterSearch
          key={key}
          hint={key === 'model_name' ? t('filters.modelHint') : undefined}
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
  const isPhone = useIsPhone()
  return isPhone ? <PhoneFilters {...props} /> : <WideFilters {...props} />
}

function ResetButton({ filters, setFilters }: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  if (countFilters(filters) === 0) return null
  return (
    <Button type="text" onClick={() => setFilters({ ...logFilterDefaults, open: filters.open })}>
      {t('filters.reset')}
    </Button>
  )
}

/** The same as an icon, so that the bar does not wrap as soon as something is filtered. */
function ClearButton({ filters, setFilters }: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  if (countFilters(filters) === 0) return null
  return (
    <Button
      type="text"
      icon={<ClearOutlined />}
      aria-label={t('filters.reset')}
      title={t('filters.reset')}
      onClick={() => setFilters({ ...logFilterDefaults, open: filters.open })}
    />
  )
}

function WideFilters(props: LogFilterBarProps) {
  const [model, ...texts] = useTextFilters(props)
  return (
    <FilterBar
      extra={
        <>
          <ClearButton {...props} />
          <RefreshButton {...props} />
        </>
      }
    >
      <TimeRange {...props} />
      <TypeSelect {...props} />
      {model?.node}
      <GroupSelect {...props} />
      {texts.map(({ node }) => node)}
    </FilterBar>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <div aria-hidden>{label}</div>
      {children}
    </div>
  )
}

/** On phones the filters are a sheet; the time is the phone's own wheel. */
function PhoneFilters(props: LogFilterBarProps) {
  const { t } = useTranslation('logs')
  const [isOpen, setIsOpen] = useState(false)
  const { filters, setFilters } = props
  const texts = useTextFilters(props)
  const count = countFilters(filters)
  const { start, end } = rangeOf(filters, props.openedAt)
  const moment = (key: 'start_timestamp' | 'end_timestamp', label: string, value: number) => (
    <Field label={label}>
      <Input
        type="datetime-local"
        aria-label={label}
        value={localMinute(value)}
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
        extra={<ResetButton {...props} />}
        footer={
          <Button type="primary" block onClick={() => setIsOpen(false)}>
            {t('filters.done')}
          </Button>
        }
      >
        <div className={css.fields}>
          {moment('start_timestamp', t('filters.start'), start)}
          {moment('end_timestamp', t('filters.end'), end)}
          <Field label={t('filters.type')}>
            <TypeSelect {...props} />
          </Field>
          <Field label={t('filters.group')}>
            <GroupSelect {...props} />
          </Field>
          {texts.map(({ key, label, node }) => (
            <Field key={key} label={label}>
              {node}
            </Field>
          ))}
        </div>
      </Drawer>
    </div>
  )
}
