import { roles } from '@sluice/contract/roles'
import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../components/card-page.tsx'
import { ColorTag, type TagColor } from '../../components/color-tag.tsx'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import texts from '../../components/text.module.css'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { usePageLocation } from '../../lib/page-router.tsx'
import { selfQuery } from '../../lib/queries.ts'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import { AccessSection } from './account/access-section.tsx'
import { AccountsSection } from './account/accounts-section.tsx'
import { ProfileSection } from './account/profile-section.tsx'
import { RemovalSection } from './account/removal-section.tsx'
import { MenuSection } from './menu-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import css from './personal-settings.module.css'
import { type PersonalTab, personalTabs, tabOf, tabSections } from './section.tsx'
import { SecuritySection } from './security/security-section.tsx'
import { SessionsSection } from './security/sessions-section.tsx'
import { BalanceSection } from './wallet/balance-section.tsx'

const urlDefaults = { tab: '' }
export type PersonalSearch = SearchOf<typeof urlDefaults>

/** The settings of the own account, in tabs: profile, security, alerts, and what programs need. */
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
  const { t } = useTranslation('personal-settings')
  const isPhone = useIsPhone()
  const [{ tab: chosen }, patch] = useUrlState(urlDefaults)
  const { hash } = usePageLocation()
  const bodies: Record<PersonalTab, ReactNode> = {
    profile: (
      <>
        <Identity user={user} />
        <BalanceSection user={user} />
        <ProfileSection user={user} />
        <AccountsSection user={user} />
        <MenuSection user={user} />
      </>
    ),
    security: (
      <>
        <SecuritySection user={user} />
        <SessionsSection />
        <RemovalSection user={user} />
      </>
    ),
    alerts: <NotificationsSection user={user} />,
    developer: (
      <>
        <AccessSection />
        <ModelsSection />
      </>
    ),
  }
  return (
    <Tabs
      // All four on one line: screen readers cannot use the overflow menu.
      tabBarGutter={isPhone ? 16 : undefined}
      activeKey={tabOf(chosen, hash)}
      onChange={(tab) => patch({ tab }, { replace: false })}
      items={personalTabs.map((tab) => ({
        key: tab,
        label: t(`tab.${tab}`),
        children: (
          <CardPage
            label={t('sections')}
            anchors={tabSections[tab].map((id) => ({ id, title: t(`section.${id}`) }))}
            onJump={jump}
          >
            {bodies[tab]}
          </CardPage>
        ),
      }))}
    />
  )
}

function jump(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
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
    <Row gap={14} shrink>
      <span className={css.avatar} aria-hidden>
        {user.username.slice(0, 1).toUpperCase()}
      </span>
      <div className={layout.shrink}>
        <Row gap={[2, 8]} wrap className={css.identityName}>
          <strong>{user.display_name || user.username}</strong>
          <ColorTag color={color}>{t(`role.${role}`)}</ColorTag>
        </Row>
        <div className={texts.help}>
          {user.username} · {t('userId', { id: user.id })}
        </div>
      </div>
    </Row>
  )
}
