import { roles } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { DataColumn } from '../../components/data-column.ts'
import { QuotaText } from '../../components/quota-text.tsx'
import { type RowAction, RowActions } from '../../components/row-actions.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useSessionUser } from '../../lib/session.ts'
import { mayOpen } from './offered-actions.ts'
import { GroupTags, RoleTag, UserStatus } from './user-tags.tsx'
import css from './users.module.css'

export type ActionsOf = (user: User) => { visible: RowAction[]; menu: RowAction[] }
type Translate = TFunction<['users', 'common']>

function UserName({ user }: { user: User }) {
  const { username, display_name } = user
  const isOpenable = mayOpen(useSessionUser(), user)
  return (
    <span className={css.who} data-gone={user.DeletedAt !== null}>
      {isOpenable ? (
        <Link className={css.username} to="/user/$id" params={{ id: String(user.id) }} title={username}>
          {username}
        </Link>
      ) : (
        <span className={css.username} title={username}>
          {username}
        </span>
      )}
      {display_name !== '' && display_name !== username && (
        <span className={css.second} title={display_name}>
          {display_name}
        </span>
      )}
    </span>
  )
}

const hasInvited = ({ aff_count, aff_history_quota }: User): boolean => aff_count > 0 || aff_history_quota > 0

/** The number of invited accounts, the earnings, and the account's own inviter. */
function Invitations({ user, t }: { user: User; t: Translate }) {
  const { aff_count, aff_history_quota, inviter_id } = user
  if (!hasInvited(user) && inviter_id === 0) return <span className={texts.faint}>–</span>
  return (
    <span className={css.who}>
      {hasInvited(user) && (
        <span className={texts.number}>
          {t('invite.count', { count: aff_count })}
          {' · '}
          {t('invite.earned')} <QuotaText value={aff_history_quota} />
        </span>
      )}
      {inviter_id !== 0 && (
        <span className={css.second}>
          {t('invite.inviter')}{' '}
          <Link to="/user/$id" params={{ id: String(inviter_id) }}>
            {inviter_id}
          </Link>
        </span>
      )}
    </span>
  )
}

const Requests = ({ count }: { count: number }): ReactNode => (
  <Tooltip title={count >= 10_000 ? formatNumber(count) : undefined}>
    <span className={texts.number}>{formatCount(count)}</span>
  </Tooltip>
)

export function buildUserColumns(t: Translate, actionsOf: ActionsOf): DataColumn<User>[] {
  return [
    {
      key: 'id',
      card: 'id',
      title: t('column.id'),
      sortable: true,
      width: 64,
      fixed: 'start',
      render: ({ id }) => <code>{id}</code>,
    },
    {
      key: 'username',
      card: 'title',
      title: t('column.username'),
      sortable: true,
      width: 132,
      flexible: true,
      required: true,
      fixed: 'start',
      render: (user) => <UserName user={user} />,
    },
    {
      key: 'group',
      card: 'tag',
      title: t('column.group'),
      width: 112,
      render: ({ group }) => <GroupTags group={group} />,
    },
    {
      key: 'remaining',
      card: 'figure',
      title: t('column.remaining'),
      sortable: true,
      width: 108,
      align: 'right',
      render: ({ quota }) => <QuotaText value={quota} />,
    },
    {
      key: 'used',
      card: 'figure',
      title: t('column.used'),
      sortable: true,
      width: 96,
      align: 'right',
      render: ({ used_quota }) => <QuotaText value={used_quota} />,
    },
    {
      key: 'requests',
      card: { place: 'figure', render: ({ request_count }) => formatCount(request_count) },
      givesWay: 2,
      title: t('column.requests'),
      sortable: true,
      width: 92,
      align: 'right',
      render: ({ request_count }) => <Requests count={request_count} />,
    },
    {
      key: 'seen',
      card: { place: 'start', label: t('column.seen') },
      givesWay: 3,
      title: t('column.seen'),
      sortable: true,
      width: 108,
      render: ({ last_seen_at = 0 }) => <TimeText seconds={last_seen_at} />,
    },
    {
      key: 'created',
      title: t('column.created'),
      sortable: true,
      defaultHidden: true,
      width: 108,
      render: ({ created_at = 0 }) => <TimeText seconds={created_at} none="–" />,
    },
    {
      key: 'invite',
      card: { place: 'foot', isShown: (user) => hasInvited(user) || user.inviter_id !== 0 },
      givesWay: 1,
      title: t('column.invite'),
      width: 172,
      render: (user) => <Invitations user={user} t={t} />,
    },
    {
      key: 'role',
      // Nearly all have this one.
      card: { place: 'tag', isShown: ({ role }) => role !== roles.user },
      title: t('column.role'),
      width: 140,
      render: ({ role }) => <RoleTag role={role} />,
    },
    {
      key: 'status',
      card: 'badge',
      title: t('column.status'),
      width: 124,
      render: (user) => <UserStatus user={user} />,
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 148,
      render: (user) => <UserActions user={user} actionsOf={actionsOf} />,
    },
  ]
}

/** Empty if no action is allowed. */
function UserActions({ user, actionsOf }: { user: User; actionsOf: ActionsOf }) {
  const actions = actionsOf(user)
  if (actions.visible.length + actions.menu.length === 0) return null
  return <RowActions name={user.username} {...actions} />
}
