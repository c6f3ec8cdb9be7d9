import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { userOptions } from '../../components/user-options.tsx'
import { foundUsersQuery } from '../../lib/user-queries.ts'
import css from './dashboard.module.css'

/** Selects one account by name; '' = all. */
export function UserSelect({ value, onChange }: { value: string; onChange(username: string): void }) {
  const { t } = useTranslation('dashboard')
  const [keyword, setKeyword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({ ...foundUsersQuery(keyword.trim()), enabled: isOpen })
  const state = useOptionsState(query, query.isFetching ? null : t('filter.noUser'))
  return (
    <Select
      className={css.userSelect}
      aria-label={t('filter.user')}
      placeholder={t('filter.everybody')}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value === '' ? undefined : value}
      {...state}
      loading={query.isFetching}
      popupMatchSelectWidth={280}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open) setKeyword('')
      }}
      onChange={(username: string | undefined) => onChange(username ?? '')}
      options={userOptions(query.data?.items ?? [], ({ username }) => username)}
      labelRender={({ value: chosen }) => chosen}
    />
  )
}
