import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { userOptions } from '../../components/user-options.tsx'
import { foundUsersQuery } from '../../lib/user-queries.ts'

/** Chooses an account by name or number; the value is its number. */
export function UserIdSelect({ value, onChange, ...field }: FormControl<number>) {
  const { t } = useTranslation('routing')
  const [keyword, setKeyword] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  // The name of an account that a link names.
  const isAsked = isOpen || value !== undefined
  const searched = keyword.trim() === '' && value !== undefined && !isOpen ? String(value) : keyword.trim()
  const query = useQuery({ ...foundUsersQuery(searched), enabled: isAsked })
  const users = query.data?.items ?? []
  const state = useOptionsState(query, query.isFetching ? null : t('dryRun.noUser'))
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const nameOf = (id: number) => names.get(id) ?? users.find((user) => user.id === id)?.username
  return (
    <Select<number>
      {...field}
      allowClear
      placeholder={t('dryRun.anyUser')}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value}
      {...state}
      loading={isOpen && query.isFetching}
      popupMatchSelectWidth={280}
      options={userOptions(users, ({ id }) => id)}
      labelRender={({ value: id }) => nameOf(Number(id)) ?? `#${id}`}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open) setKeyword('')
      }}
      onChange={(id: number | undefined) => {
        const name = users.find((user) => user.id === id)?.username
        if (id !== undefined && name !== undefined) setNames(new Map([...names, [id, name]]))
        // The cast: the field of a form takes undefined for an empty choice, which its type does not say.
        onChange?.(id as number)
      }}
    />
  )
}
