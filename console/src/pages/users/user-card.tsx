import type { User } from '@sluice/contract/user'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import card from '../../components/row-card.module.css'
import { formatCount } from '../../lib/format.ts'
import { type ActionsOf, hasInvited, Invitations, UserActions, UserName } from './user-columns.tsx'
import { GroupTags, RoleTag, UserStatus } from './user-tags.tsx'
import css from './users.module.css'

/** An account on a phone: name, role and balance. */
export function UserCard({ user, actionsOf }: { user: User; actionsOf: ActionsOf }) {
  const { t } = useTranslation(['users', 'common'])
  return (
    <div className={`${card.card} ${css.card}`} data-gone={user.DeletedAt !== null}>
      <div className={`${card.head} ${css.cardHead}`}>
        <code className={card.id}>{user.id}</code>
        <UserName user={user} />
        <UserStatus user={user} />
        <UserActions user={user} actionsOf={actionsOf} />
      </div>
      <div className={css.tags}>
        <RoleTag role={user.role} />
        <GroupTags group={user.group} />
      </div>
      <dl className={card.figures}>
        <div>
          <dt>{t('column.remaining')}</dt>
          <dd>
            <QuotaText value={user.quota} />
          </dd>
        </div>
        <div>
          <dt>{t('column.used')}</dt>
          <dd>
            <QuotaText value={user.used_quota} />
          </dd>
        </div>
        <div>
          <dt>{t('column.requests')}</dt>
          <dd>{formatCount(user.request_count)}</dd>
        </div>
      </dl>
      {(hasInvited(user) || user.inviter_id !== 0) && <Invitations user={user} t={t} />}
    </div>
  )
}
