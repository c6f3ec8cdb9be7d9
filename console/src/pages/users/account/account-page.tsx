import type { User } from '@sluice/contract/user'
import type { UserBatchAnswer } from '@sluice/contract/user-batch'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { type RowAction, RowActions } from '../../../components/row-actions.tsx'
import texts from '../../../components/text.module.css'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { usePageLocation } from '../../../lib/page-router.tsx'
import { may, useSessionUser } from '../../../lib/session.ts'
import { type SearchOf, useUrlState } from '../../../lib/url-state.ts'
import { AdjustDialog } from '../adjust-dialog.tsx'
import { EditUserDrawer } from '../edit-user-drawer.tsx'
import { InvitationDialog } from '../invitation-dialog.tsx'
import { MessageDialog } from '../message-dialog.tsx'
import { mayOpen } from '../offered-actions.ts'
import { accountKey, inviteUser, userListKey } from '../queries.ts'
import { useBatchResult } from '../use-batch-result.tsx'
import { useUserActions } from '../use-user-actions.tsx'
import { GroupTags, RoleTag, UserStatus } from '../user-tags.tsx'
import { ViewDialog } from '../view-dialog.tsx'
import css from './account.module.css'
import { AccountFigures } from './account-figures.tsx'
import { AuditTab } from './audit-tab.tsx'
import { KeysTab } from './keys-tab.tsx'
import { MoneyTab } from './money-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { accountQuery } from './queries.ts'
import { SessionsTab } from './sessions-tab.tsx'

const tabs = ['money', 'keys', 'orders', 'sessions', 'notes', 'audit'] as const
const urlDefaults = { tab: '' }
export type AccountSearch = SearchOf<typeof urlDefaults & { start_timestamp: number; end_timestamp: number }>

/** Everything about one account: its balance and where it went, keys, orders, sessions, and what was changed. */
export function AccountPage() {
  const { pathname } = usePageLocation()
  const id = Number(/^\/user\/(\d{1,15})\/?$/.exec(pathname)?.[1] ?? 0)
  return id === 0 ? <NoAccount /> : <Account id={id} />
}

/** An address that is no account's. */
function NoAccount() {
  const { t } = useTranslation('account')
  return (
    <>
      <p className={texts.help}>
        <Link to="/user">{t('back')}</Link>
      </p>
      <PageHeader title={t('notFound')} purpose={t('notFoundHint')} />
    </>
  )
}

function Account({ id }: { id: number }) {
  const { t } = useTranslation(['account', 'users', 'orders', 'audit', 'personal-settings'])
  const account = useQuery(accountQuery(id))
  return (
    <>
      <Row gap={[4, 16]} wrap className={`${texts.help} ${css.links}`}>
        <Link to="/user">{t('back')}</Link>
        {account.data && (
          <Link to="/log" search={{ username: account.data.username }}>
            {t('calls')}
          </Link>
        )}
      </Row>
      {account.data === undefined ? <PageHeader title={t('titleOf', { id })} /> : <AccountHead user={account.data} />}
      <LoadState query={account} rows={12} place="page">
        {(user) => <AccountTabs key={user.id} user={user} />}
      </LoadState>
    </>
  )
}

function AccountHead({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const isPhone = useIsPhone()
  const facts = (
    <Row as="span" gap={[4, 8]} wrap>
      <span>
        {user.username} · {t('idOf', { id: user.id })}
      </span>
      <GroupTags group={user.group} />
      <RoleTag role={user.role} />
      <UserStatus user={user} />
      {user.email !== '' && <span className={texts.anywhere}>{user.email}</span>}
    </Row>
  )
  return (
    <>
      <PageHeader title={user.display_name || user.username} purpose={facts} action={<HeadActions user={user} />} />
      {/* Phones hide the purpose of a page. */}
      {isPhone && <div className={layout.notice}>{facts}</div>}
    </>
  )
}

function HeadActions({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'users'])
  const client = useQueryClient()
  const viewer = useSessionUser()
  const showResult = useBatchResult()
  const [open, setOpen] = useState<'edit' | 'adjust' | 'message' | 'view' | null>(null)
  const actions = useUserActions({ edit: () => setOpen('edit'), view: () => setOpen('view') })(user)
  const { visible } = actions
  const menu = actions.menu.filter(({ key }) => key !== 'view')
  const isViewable = menu.length < actions.menu.length
  const close = () => setOpen(null)
  const finish = (answer: UserBatchAnswer) => {
    close()
    void client.invalidateQueries({ queryKey: accountKey })
    void client.invalidateQueries({ queryKey: userListKey })
    showResult(answer)
  }
  const isManaged = visible.length > 0 && user.DeletedAt === null
  const mayAdjust = may(viewer, 'user.balance') && mayOpen(viewer, user) && user.DeletedAt === null
  const invite = useMutation({ mutationFn: () => inviteUser(user.id) })
  const isInvitable = isManaged && may(viewer, 'user.write') && !user.has_password && user.bound.length === 0
  const dialog = { ids: [user.id], onDone: finish, onClose: close }
  const others: RowAction[] = [
    ...(isManaged && may(viewer, 'user.write')
      ? [{ key: 'message', label: t('users:bulk.message'), run: () => setOpen('message') }]
      : []),
    ...(isInvitable
      ? [{ key: 'invite', label: t('users:invitation.again'), loading: invite.isPending, run: () => invite.mutate() }]
      : []),
  ]
  // The width of a phone has room for two buttons beside the menu.
  const isPhone = useIsPhone()
  return (
    <Row gap={[8, 8]} wrap>
      {mayAdjust && (
        <Button type="primary" onClick={() => setOpen('adjust')}>
          {t('users:addQuota.action')}
        </Button>
      )}
      {isViewable && <Button onClick={() => setOpen('view')}>{t('users:action.view')}</Button>}
      {!isPhone &&
        others.map(({ key, label, loading, run }) => (
          <Button key={key} loading={loading} onClick={run}>
            {label}
          </Button>
        ))}
      <RowActions name={user.username} visible={visible} menu={isPhone ? [...others, ...menu] : menu} />
      {invite.data && (
        <InvitationDialog id={user.id} username={user.username} invitation={invite.data} onClose={invite.reset} />
      )}
      {open === 'adjust' && <AdjustDialog {...dialog} balance={user.quota} username={user.username} />}
      {open === 'message' && <MessageDialog ids={dialog.ids} onClose={close} />}
      {open === 'view' && <ViewDialog user={user} onClose={close} />}
      <EditUserDrawer
        open={open === 'edit' ? { kind: 'edit', id: user.id } : { kind: 'closed' }}
        onClose={() => {
          close()
          void client.invalidateQueries({ queryKey: accountKey })
        }}
      />
    </Row>
  )
}

function AccountTabs({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const [{ tab: chosen }, patch] = useUrlState(urlDefaults)
  const bodies: Record<(typeof tabs)[number], ReactNode> = {
    money: <MoneyTab user={user} />,
    keys: <KeysTab user={user} />,
    orders: <OrdersTab user={user} />,
    sessions: <SessionsTab user={user} />,
    notes: <NotesTab user={user} />,
    audit: <AuditTab user={user} />,
  }
  const isPhone = useIsPhone()
  const active = tabs.find((tab) => tab === chosen) ?? 'money'
  return (
    <>
      <AccountFigures user={user} />
      <Tabs
        activeKey={active}
        destroyOnHidden
        onChange={(tab) => patch({ tab: tab === 'money' ? '' : tab }, { replace: false })}
        tabBarGutter={isPhone ? 16 : undefined}
        items={tabs.map((tab) => ({ key: tab, label: t(`tab.${tab}`), children: bodies[tab] }))}
      />
    </>
  )
}
