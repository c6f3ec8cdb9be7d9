import { Select } from 'antd'
import type { ReactNode } from 'react'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import css from './catalogue.module.css'

interface TabBarProps {
  keyword: string
  placeholder: string
  onSearch(keyword: string): void
  /** Further filters. */
  children?: ReactNode
}

export function TabBar({ keyword, placeholder, onSearch, children }: TabBarProps) {
  const isPhone = useIsPhone()
  return (
    <FilterBar>
      <span className={css.keyword}>
        <FilterSearch value={keyword} placeholder={placeholder} width={isPhone ? '100%' : 280} onSearch={onSearch} />
      </span>
      {children}
    </FilterBar>
  )
}

interface ChoiceFilterProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChoose(value: string): void
}

/** One of a few options; '' = all. */
export function ChoiceFilter({ label, value, options, onChoose }: ChoiceFilterProps) {
  return (
    <Select
      allowClear
      className={css.filter}
      aria-label={label}
      placeholder={label}
      showSearch={options.length > 8 && { optionFilterProp: 'label' }}
      value={options.some((option) => option.value === value) ? value : undefined}
      options={options}
      onChange={(next?: string) => onChoose(next ?? '')}
    />
  )
}
