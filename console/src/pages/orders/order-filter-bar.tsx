import { topupMethods, topupStatuses } from '@sluice/contract/topup'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '../../components/filter-bar.tsx'
import { FilterFields, SpanPicker } from '../../components/filter-fields.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { hasTime } from '../../lib/time-filter.ts'
import { countFilters, type OrderFilters, orderFilterDefaults } from './order-filters.ts'
import css from './orders.module.css'

export interface OrderFilterBarProps {
  filters: OrderFilters
  setFilters(changes: Partial<OrderFilters>): unknown
  onRefresh(): void
  isRefreshing: boolean
}

export function OrderFilterBar({ filters, setFilters, ...refresh }: OrderFilterBarProps) {
  const { t } = useTranslation('orders')
  const isPhone = useIsPhone()
  const span = { start: filters.start_timestamp, end: filters.end_timestamp }
  const text = (key: 'keyword' | 'user', width: number) => ({
    key,
    label: t(`filter.${key}`),
    node: (
      <FilterSearch
        value={filters[key]}
        placeholder={t(`filter.${key}`)}
        hint={t(`filter.${key}Hint`)}
        width={isPhone ? '100%' : width}
        plain={isPhone || key === 'user'}
        onSearch={(value) => setFilters({ [key]: value })}
      />
    ),
  })
  const choice = (key: 'status' | 'method', options: { value: string; label: string }[]) => ({
    key,
    label: t(`filter.${key}`),
    node: (
      <Select
        allowClear
        className={css.choice}
        aria-label={t(`filter.${key}`)}
        placeholder={t(`filter.${key}`)}
        value={filters[key] || undefined}
        options={options}
        onChange={(value?: string) => setFilters({ [key]: value ?? '' })}
      />
    ),
  })
  return (
    <FilterFields
      span={span}
      setTimes={setFilters}
      picker={<SpanPicker span={span} setTimes={setFilters} isSet={hasTime(filters)} />}
      count={countFilters(filters)}
      onReset={() => setFilters({ ...orderFilterDefaults, open: filters.open })}
      fields={[
        text('keyword', 200),
        text('user', 128),
        choice(
          'status',
          ([...topupStatuses, 'reversed'] as const).map((value) => ({ value, label: t(`status.${value}`) })),
        ),
        choice(
          'method',
          topupMethods.map((value) => ({ value, label: t(`method.${value}`) })),
        ),
      ]}
      {...refresh}
    />
  )
}
