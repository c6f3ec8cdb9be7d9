import { roles } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ColorTag, type TagColor } from '../../components/color-tag.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { selfQuery } from '../../lib/queries.ts'
import { AccessSection } from './account/access-section.tsx'
import { AccountsSection } from './account/accounts-section.tsx'
import { ProfileSection } from './account/profile-section.tsx'
import { MenuSection } from './menu-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import css from './personal-settings.module.css'
import { SectionAnchors } from './section-anchors.tsx'
import { SecuritySection } from './security/security-section.tsx'
import { SessionsSection } from './security/sessions-section.tsx'
import { BalanceSection } from './wallet/balance-section.tsx'

/** The settings of the own account: balance, names, login methods, notifications. */
export function PersonalSettingsPage() {
  const { t } = useTranslation(['personal-settings', 'common'])
  const self = useQuery(selfQuery)
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <LoadState query={self} rows={12} place="page">
        {(user) => <LoadedPage user={user} />}
      </LoadState>
    </>
  )
}

function LoadedPage({ user }: { user: User }) {
  return (
    <div className={css.body}>
      <SectionAnchors />
      <div className={css.cards}>
        <Identity user={user} />
        <BalanceSection user={user} />
        <ProfileSection user={user} />
        <AccountsSection user={user} />
        <SecuritySection user={user} />
        <SessionsSection />
        <NotificationsSection user={user} />
        <MenuSection user={user} />
        <ModelsSection />
        <AccessSection user={user} />
      </div>
    </div>
  )
}

const roleNames: Record<number, ['user' | 'admin' | 'root', TagColor]> = {
  [roles.user]: ['user', 'neutral'],
  [roles.admin]: ['admin', 'blue'],
  [roles.root]: ['root', 'purple'],
}

/** The account's names and role. */
function Identity({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  const [role, color] = roleNames[user.role] ?? (['unknown', 'neutral'] as const)
  return (
    <div className={css.identity}>
      <span className={css.avatar} aria-hidden>
        {user.username.slice(0, 1).toUpperCase()}
      </span>
      <div className={css.identityText}>
        <div className={css.identityName}>
          <strong>{user.display_name || user.username}</strong>
          <ColorTag color={color}>{t(`role.${role}`)}</ColorTag>
        </div>
        <div className={css.faint}>
          {user.username} · {t('userId', { id: user.id })}
        </div>
      </div>
    </div>
  )
}
