import { DatePicker, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '../../components/filter-bar.tsx'
import css from './audit.module.css'
import { auditActions, auditObjects } from './audit-actions.ts'
import type { AuditFilters } from './audit-filters.ts'
import { useActionText, useObjectText } from './audit-parts.tsx'

export interface FilterProps {
  filters: AuditFilters
  setFilters(changes: Partial<AuditFilters>): unknown
}

interface TextFilterProps extends FilterProps {
  name: 'actor_name' | 'object_id'
  label: string
  width: number | '100%'
  plain?: boolean
}

export const TextFilter = ({ filters, setFilters, name, label, width, plain }: TextFilterProps) => (
  <FilterSearch
    value={filters[name]}
    placeholder={label}
    width={width}
    plain={plain}
    onSearch={(text) => setFilters({ [name]: text })}
  />
)

/** Searchable by its text and by its name in the trail. */
export function ActionSelect({ filters, setFilters }: FilterProps) {
  const { t } = useTranslation('audit')
  const words = useActionText()
  return (
    <Select<string>
      allowClear
      showSearch={{
        filterOption: (text, option) => `${option?.label} ${option?.value}`.toLowerCase().includes(text.toLowerCase()),
      }}
      className={css.actionFilter}
      popupMatchSelectWidth={false}
      aria-label={t('filters.action')}
      placeholder={t('filters.action')}
      value={filters.action || undefined}
      options={auditActions.map((action) => ({ value: action, label: words(action) }))}
      onChange={(action?: string) => setFilters({ action: action ?? '' })}
    />
  )
}

export function ObjectSelect({ filters, setFilters }: FilterProps) {
  const { t } = useTranslation('audit')
  const words = useObjectText()
  return (
    <Select<string>
      allowClear
      className={css.objectFilter}
      aria-label={t('filters.objectType')}
      placeholder={t('filters.objectType')}
      value={filters.object_type || undefined}
      options={auditObjects.map((type) => ({ value: type, label: words(type) }))}
      onChange={(type?: string) => setFilters({ object_type: type ?? '' })}
    />
  )
}

/** Start and end; either may be open. */
export function TimeRange({ filters, setFilters }: FilterProps) {
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
