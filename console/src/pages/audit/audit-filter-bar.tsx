import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import { Button, Drawer, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '../../components/filter-bar.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { localMinute, secondsOfLocalMinute } from '../../lib/local-minute.ts'
import css from './audit.module.css'
import {
  ActionSelect,
  type FilterProps,
  ObjectSelect,
  TextFilter,
  TimeRange,
} from './audit-filter-controls.tsx'
import { auditFilterDefaults, countFilters } from './audit-filters.ts'

export interface AuditFilterBarProps extends FilterProps {
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
