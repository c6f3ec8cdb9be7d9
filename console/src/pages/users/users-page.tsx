import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { roles } from '@sluice/contract/roles'
import type { User, UserSort } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '../../components/export-button.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListPage } from '../../components/use-list-page.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { usePageLocation } from '../../lib/page-router.tsx'
import { isRoot, may, useSessionUser } from '../../lib/session.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'
import { AddUserDrawer } from './add-user-drawer.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { EditUserDrawer } from './edit-user-drawer.tsx'
import { openDrawerOf } from './open-drawer.ts'
import { exportUsers, groupsQuery, userListKey, usersQuery } from './queries.ts'
import { RolesDialog } from './roles-dialog.tsx'
import { stateFilters } from './state-filter.ts'
import { useUserActions } from './use-user-actions.tsx'
import { buildUserColumns } from './user-columns.tsx'
import { roleNameOf } from './user-facts.ts'
import { ViewDialog } from './view-dialog.tsx'

const filterDefaults = { keyword: '', group: '', role: 0, state: '' }
const others = { sort: '', order: '' }
export type UsersSearch = ListSearchOf<typeof filterDefaults & typeof others>

/** The orders of the server by the keys of their columns. */
const sorts: Readonly<Record<string, UserSort>> = {
  id: 'id',
  username: 'username',
  remaining: 'quota',
  used: 'used_quota',
  requests: 'request_count',
  created: 'created_at',
  seen: 'last_seen_at',
}

/** All accounts: search, create, edit, enable and disable. Ordinary users have only the own one, at `/user/edit`. */
export function UsersPage() {
  return may(useSessionUser(), 'user.read') ? <UserList /> : <OwnAccount />
}

function OwnAccount() {
  const { t } = useTranslation(['users', 'personal-settings'])
  const { pathname } = usePageLocation()
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
  const list = useListPage({
    filters: filterDefaults,
    others,
    query: ({ filters, ...paging }) => usersQuery({ ...filters, ...paging, sort: sorts[filters.sort] ?? '' }),
    rowKey: ({ id }) => id,
    refreshes: userListKey,
  })
  const groups = useQuery(groupsQuery)
  const drawer = useDrawerAddress()
  const [viewed, setViewed] = useState<User | null>(null)
  const actionsOf = useUserActions({ edit: drawer.edit, view: setViewed })
  const viewer = useSessionUser()
  const mayWrite = may(viewer, 'user.write')
  const [showsRoles, setShowsRoles] = useState(false)
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={drawer.add}>
      {t('add.action')}
    </Button>
  )
  return (
    <>
      <ListPage
        id="users"
        list={list}
        title={t('title')}
        purpose={t('purpose')}
        action={mayWrite && addButton}
        columns={buildUserColumns(t, actionsOf)}
        isOff={({ DeletedAt }) => DeletedAt !== null}
        sorting={{
          by: list.filters.sort,
          isAscending: list.filters.order === 'asc',
          onSort: (sort, isAscending) => list.patch({ sort, order: isAscending ? 'asc' : 'desc' }),
        }}
        selectionActions={
          (mayWrite || may(viewer, 'user.balance')) && (
            <BulkActions ids={list.selected.map(Number)} groups={groups.data ?? []} onDone={() => list.select([])} />
          )
        }
        buttons={
          <>
            <ExportButton
              file="users.csv"
              load={(signal) => exportUsers({ ...list.filters, sort: sorts[list.filters.sort] ?? '' }, signal)}
              hint={t('exportHint')}
            >
              {t('export')}
            </ExportButton>
            {isRoot(viewer) && <Button onClick={() => setShowsRoles(true)}>{t('roles.action')}</Button>}
          </>
        }
        fields={[
          { key: 'keyword', label: t('filter.keyword'), width: 344 },
          {
            key: 'group',
            label: t('filter.group'),
            options: groups.data?.map((name) => ({ value: name, label: name })) ?? [],
            width: 140,
            state: useOptionsState(groups),
          },
          {
            key: 'role',
            label: t('filter.role'),
            options: [roles.user, roles.admin, roles.root].map((value) => ({
              value,
              label: t(`role.${roleNameOf(value)}`),
            })),
            width: 140,
          },
          {
            key: 'state',
            label: t('filter.state'),
            options: stateFilters.map((value) => ({
              value,
              label: t(value === 'all' ? 'filter.all' : `state.${value}`),
            })),
            width: 140,
          },
        ]}
        // Leaving the field has already searched; this repeats the search.
        moreFilters={<Button onClick={list.refresh}>{t('filter.query')}</Button>}
        canRefresh={!useIsPhone()}
        noMatch={{ title: t('empty.filtered'), hint: t('empty.filteredHint') }}
        empty={{ title: t('empty.title'), action: addButton }}
      />
      <AddUserDrawer open={drawer.open.kind === 'add'} onClose={drawer.close} />
      <EditUserDrawer open={drawer.open} onClose={drawer.close} />
      {viewed && <ViewDialog user={viewed} onClose={() => setViewed(null)} />}
      {showsRoles && <RolesDialog onClose={() => setShowsRoles(false)} />}
    </>
  )
}

type Search = Record<string, unknown>

/** The drawer is in the path, so that it can be linked to; the list's part of the address stays. */
function useDrawerAddress() {
  const { pathname } = usePageLocation()
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
