import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { roles } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { FilterSheet, SheetField } from '../../components/filter-sheet.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { isAdmin, isRoot, useSessionUser } from '../../lib/session.ts'
import { type ListSearchOf, useListState } from '../../lib/url-state.ts'
import { AddUserDrawer } from './add-user-drawer.tsx'
import { EditUserDrawer } from './edit-user-drawer.tsx'
import { openDrawerOf } from './open-drawer.ts'
import { groupsQuery, userListKey, usersQuery } from './queries.ts'
import { stateFilters } from './state-filter.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserCard } from './user-card.tsx'
import { buildUserColumns } from './user-columns.tsx'
import { roleNameOf } from './user-facts.ts'
import css from './users.module.css'

const filterDefaults = { keyword: '', group: '', role: 0, state: '' }
type Filters = typeof filterDefaults
export type UsersSearch = ListSearchOf<typeof filterDefaults>

/** All accounts: search, create, edit, enable and disable. Ordinary users have only the own one, at `/user/edit`. */
export function UsersPage() {
  return isAdmin(useSessionUser()) ? <UserList /> : <OwnAccount />
}

function OwnAccount() {
  const { t } = useTranslation('users')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('edit.ownTitle')} />
      <EditUserDrawer open={openDrawerOf(pathname)} onClose={() => navigate({ to: '/personal' })} />
    </>
  )
}

function UserList() {
  const { t } = useTranslation(['users', 'common'])
  const list = useListState(filterDefaults)
  const query = useQuery(usersQuery({ ...list.filters, page: list.page, pageSize: list.pageSize }))
  const drawer = useDrawerAddress()
  const actionsOf = useUserActions(drawer.edit)
  const isFiltered = list.filters.keyword !== '' || countChoices(list.filters) > 0
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
        toolbar={<FilterRow filters={list.filters} onFilter={list.setFilters} />}
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

const countChoices = ({ group, role, state }: Filters): number =>
  [group !== '', role !== 0, state !== ''].filter(Boolean).length

interface FilterProps {
  filters: Filters
  onFilter(changes: Partial<Filters>): unknown
}

function FilterRow({ filters, onFilter }: FilterProps) {
  const { t } = useTranslation(['users', 'common'])
  const client = useQueryClient()
  const isPhone = useIsPhone()
  const refresh = () => client.invalidateQueries({ queryKey: userListKey })
  const keyword = (
    <span className={css.keyword}>
      <FilterSearch
        value={filters.keyword}
        placeholder={t('filter.keyword')}
        width={isPhone ? '100%' : 344}
        onSearch={(next) => onFilter({ keyword: next })}
      />
    </span>
  )
  // Leaving the field has already searched; this repeats the search.
  const search = <Button onClick={refresh}>{t('filter.query')}</Button>
  if (isPhone)
    return (
      <FilterBar>
        {keyword}
        <FilterSheet
          count={countChoices(filters)}
          onReset={() => onFilter({ ...filterDefaults, keyword: filters.keyword })}
        >
          {choices.map(([name, Choice]) => (
            <SheetField key={name} label={t(`filter.${name}`)}>
              <Choice filters={filters} onFilter={onFilter} />
            </SheetField>
          ))}
        </FilterSheet>
        {search}
      </FilterBar>
    )
  return (
    <FilterBar
      extra={
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label={t('common:actions.refresh')}
          title={t('common:actions.refresh')}
          onClick={refresh}
        />
      }
    >
      {keyword}
      {choices.map(([name, Choice]) => (
        <span key={name} className={css.choice}>
          <Choice filters={filters} onFilter={onFilter} />
        </span>
      ))}
      {search}
    </FilterBar>
  )
}

function GroupChoice({ filters, onFilter }: FilterProps) {
  const { t } = useTranslation('users')
  const groups = useQuery(groupsQuery)
  const state = useOptionsState(groups)
  return (
    <Select
      allowClear
      showSearch
      aria-label={t('filter.group')}
      placeholder={t('filter.group')}
      value={filters.group || undefined}
      options={groups.data?.map((name) => ({ value: name, label: name })) ?? []}
      {...state}
      onChange={(next?: string) => onFilter({ group: next ?? '' })}
    />
  )
}

function RoleChoice({ filters, onFilter }: FilterProps) {
  const { t } = useTranslation('users')
  return (
    <Select
      allowClear
      aria-label={t('filter.role')}
      placeholder={t('filter.role')}
      value={filters.role || undefined}
      options={[roles.user, roles.admin, roles.root].map((role) => ({
        value: role,
        label: t(`role.${roleNameOf(role)}`),
      }))}
      onChange={(next?: number) => onFilter({ role: next ?? 0 })}
    />
  )
}

function StateChoice({ filters, onFilter }: FilterProps) {
  const { t } = useTranslation('users')
  return (
    <Select
      allowClear
      aria-label={t('filter.state')}
      placeholder={t('filter.state')}
      value={filters.state || undefined}
      options={stateFilters.map((state) => ({
        value: state,
        label: t(state === 'all' ? 'filter.all' : `state.${state}`),
      }))}
      onChange={(next?: string) => onFilter({ state: next ?? '' })}
    />
  )
}

const choices = [
  ['group', GroupChoice],
  ['role', RoleChoice],
  ['state', StateChoice],
] as const

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
