import { useTranslation } from 'react-i18next'
import { FilterFields } from '../../components/filter-fields.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { ActionSelect, type FilterProps, ObjectSelect, TextFilter, TimeRange } from './audit-filter-controls.tsx'
import { auditFilterDefaults, countFilters } from './audit-filters.ts'

export interface AuditFilterBarProps extends FilterProps {
  onRefresh(): void
  isRefreshing: boolean
}

export function AuditFilterBar({ filters, setFilters, ...refresh }: AuditFilterBarProps) {
  const { t } = useTranslation('audit')
  const isPhone = useIsPhone()
  const own = { filters, setFilters }
  const text = (name: 'actor_name' | 'object_id', label: string, plain: boolean) => ({
    key: name,
    label,
    node: <TextFilter {...own} name={name} label={label} plain={plain} width={isPhone ? '100%' : 132} />,
  })
  return (
    <FilterFields
      span={{ start: filters.start_timestamp, end: filters.end_timestamp }}
      setTimes={setFilters}
      picker={<TimeRange {...own} />}
      count={countFilters(filters)}
      onReset={() => setFilters({ ...auditFilterDefaults, open: filters.open })}
      fields={[
        { key: 'action', label: t('filters.action'), node: <ActionSelect {...own} /> },
        text('actor_name', t('filters.actor'), isPhone),
        { key: 'object_type', label: t('filters.objectType'), node: <ObjectSelect {...own} /> },
        text('object_id', t('filters.objectId'), true),
      ]}
      {...refresh}
    />
  )
}
