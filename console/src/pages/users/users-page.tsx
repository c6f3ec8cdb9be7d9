import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import type { User } from '@sluice/contract/user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { type ListSearchOf, useListState } from '../../lib/url-state.ts'
import { AddUserDrawer } from './add-user-drawer.tsx'
import { EditUserDrawer } from './edit-user-drawer.tsx'
import { openDrawerOf } from './open-drawer.ts'
import { groupsQuery, userListKey, usersQuery } from './queries.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserCard } from './user-card.tsx'
import { buildUserColumns } from './user-columns.tsx'
import css from './users.module.css'

const filterDefaults = { keyword: '', group: '' }
export type UsersSearch = ListSearchOf<typeof filterDefaults>

/** All accounts: search, create, edit, enable and disable. */
export function UsersPage() {
  const { t } = useTranslation(['users', 'common'])
  const list = useListState(filterDefaults)
  const { keyword, group } = list.filters
  const query = useQuery(usersQuery({ keyword, group, page: list.page, pageSize: list.pageSize }))
  const drawer = useDrawerAddress()
  const actionsOf = useUserActions(drawer.edit)
  const isFiltered = keyword !== '' || group !== ''
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={drawer.add}>
      {t('add.action')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={addButton} />
      <DataTable<User>
        id="users"
        label={t('title')}
        columns={buildUserColumns(t, actionsOf)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        rowClassName={({ DeletedAt }) => (DeletedAt === null ? '' : (css.gone ?? ''))}
        renderCard={(user) => <UserCard user={user} actionsOf={actionsOf} />}
        toolbar={<Filters keyword={keyword} group={group} onFilter={list.setFilters} />}
        empty={
          isFiltered
            ? {
                title: t('empty.filtered'),
                hint: t('empty.filteredHint'),
                action: <Button onClick={() => list.setFilters(filterDefaults)}>{t('empty.clear')}</Button>,
              }
            : { title: t('empty.title'), action: addButton }
        }
      />
      <AddUserDrawer open={drawer.open.kind === 'add'} onClose={drawer.close} />
      <EditUserDrawer open={drawer.open} onClose={drawer.close} />
    </>
  )
}

interface FiltersProps {
  keyword: string
  group: string
  onFilter(changes: { keyword?: string; group?: string }): unknown
}

function Filters({ keyword, group, onFilter }: FiltersProps) {
  const { t } = useTranslation(['users', 'common'])
  const client = useQueryClient()
  const isPhone = useIsPhone()
  const groups = useQuery(groupsQuery)
  const groupsState = useOptionsState(groups)
  const refresh = () => client.invalidateQueries({ queryKey: userListKey })
  return (
    <FilterBar
      extra={
        !isPhone && (
          <Button
            type="text"
            icon={<ReloadOutlined />}
            aria-label={t('common:actions.refresh')}
            title={t('common:actions.refresh')}
            onClick={refresh}
          />
        )
      }
    >
      <span className={css.keyword}>
        <FilterSearch
          value={keyword}
          placeholder={t('filter.keyword')}
          width={isPhone ? '100%' : 344}
          onSearch={(next) => onFilter({ keyword: next })}
        />
      </span>
      <Select
        allowClear
        showSearch
        className={css.groupFilter}
        aria-label={t('filter.group')}
        placeholder={t('filter.group')}
        value={group || undefined}
        options={groups.data?.map((name) => ({ value: name, label: name })) ?? []}
        {...groupsState}
        onChange={(next?: string) => onFilter({ group: next ?? '' })}
      />
      {/* Leaving the field has already searched; this repeats the search. */}
      <Button onClick={refresh}>{t('filter.query')}</Button>
    </FilterBar>
  )
}

type Search = Record<string, unknown>

/** The drawer is in the path, so that it can be linked to; the list's part of the address stays. */
function useDrawerAddress() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const viewer = useSessionUser()
  const keep = (search: Search) => search
  return {
    open: openDrawerOf(pathname),
    add: () => navigate({ to: '/user/add', search: keep, state: true }),
    /** Only a super administrator may use the routes for others on the own account. */
    edit: ({ id }: User) =>
      id === viewer?.id && !isRoot(viewer)
        ? navigate({ to: '/user/edit', search: keep, state: true })
        : navigate({ to: '/user/edit/$id', params: { id: String(id) }, search: keep, state: true }),
    close: () => navigate({ to: '/user', search: keep, state: true }),
  }
}
