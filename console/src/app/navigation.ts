import type { AdminRight } from '@sluice/contract/admin-rights'
import { isModuleShown, readSidebarNav, type SidebarModule } from '@sluice/contract/nav-modules'
import type { SystemStatus } from '@sluice/contract/status'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isViewing } from '../lib/account-view.ts'
import { selfQuery, useStatus } from '../lib/queries.ts'
import { isAdmin, isRoot, may, type SessionUser, useSessionUser } from '../lib/session.ts'

export interface NavEntry {
  to:
    | '/detail'
    | '/token'
    | '/playground333'
    | '/log'
    | '/midjourney'
    | '/task'
    | '/channel'
    | '/models'
    | '/console/prices'
    | '/redemption'
    | '/orders'
    | '/user'
    | '/margin'
    | '/announce'
    | '/audit'
    | '/console/system'
    | '/setting'
    | '/topup'
    | '/personal'
  /** Key of locales/shell `nav`, and of its icon in `shell/nav-icons.tsx`. */
  label:
    | 'dashboard'
    | 'tokens'
    | 'playground'
    | 'logs'
    | 'drawings'
    | 'tasks'
    | 'channels'
    | 'models'
    | 'prices'
    | 'redemption'
    | 'orders'
    | 'users'
    | 'margin'
    | 'announce'
    | 'audit'
    | 'system'
    | 'settings'
    | 'wallet'
    | 'personal'
  /** The letter after `g` that opens the page. */
  letter: string
  /** The operator can hide it from the menus. */
  module: SidebarModule
  /** Only for administrators who have it. */
  right?: AdminRight
  /** Only where the site has this switched on. */
  flag?: NavFlag
  /** A page that is reached from this one and has no entry of its own. */
  part?: '/channel-live'
}

type NavFlag = 'enable_data_export' | 'enable_drawing' | 'enable_task'

export interface NavSection {
  key: 'console' | 'admin' | 'personal'
  label: 'sectionConsole' | 'sectionAdmin' | 'sectionPersonal'
  entries: NavEntry[]
}

const sections: NavSection[] = [
  {
    key: 'console',
    label: 'sectionConsole',
    entries: [
      {
        to: '/detail',
        label: 'dashboard',
        letter: 'd',
        module: 'console.detail',
        flag: 'enable_data_export',
      },
      { to: '/token', label: 'tokens', letter: 't', module: 'console.token' },
      { to: '/playground333', label: 'playground', letter: 'y', module: 'chat.playground' },
      { to: '/log', label: 'logs', letter: 'l', module: 'console.log' },
      {
        to: '/midjourney',
        label: 'drawings',
        letter: 'i',
        module: 'console.midjourney',
        flag: 'enable_drawing',
      },
      {
        to: '/task',
        label: 'tasks',
        letter: 'k',
        module: 'console.task',
        flag: 'enable_task',
      },
    ],
  },
  {
    key: 'admin',
    label: 'sectionAdmin',
    entries: [
      {
        to: '/channel',
        label: 'channels',
        letter: 'c',
        module: 'admin.channel',
        part: '/channel-live',
        right: 'channel.read',
      },
      { to: '/models', label: 'models', letter: 'v', module: 'admin.models' },
      { to: '/console/prices', label: 'prices', letter: 'e', module: 'admin.prices', right: 'setting.read' },
      { to: '/redemption', label: 'redemption', letter: 'r', module: 'admin.redemption', right: 'billing.read' },
      { to: '/orders', label: 'orders', letter: 'o', module: 'admin.orders', right: 'billing.read' },
      { to: '/user', label: 'users', letter: 'u', module: 'admin.user', right: 'user.read' },
      { to: '/margin', label: 'margin', letter: 'm', module: 'admin.margin', right: 'billing.read' },
      { to: '/announce', label: 'announce', letter: 'n', module: 'admin.announce', right: 'setting.read' },
      { to: '/audit', label: 'audit', letter: 'a', module: 'admin.audit', right: 'audit.read' },
      { to: '/console/system', label: 'system', letter: 'h', module: 'admin.system', right: 'setting.read' },
      { to: '/setting', label: 'settings', letter: 's', module: 'admin.setting', right: 'setting.read' },
    ],
  },
  {
    key: 'personal',
    label: 'sectionPersonal',
    entries: [
      { to: '/topup', label: 'wallet', letter: 'w', module: 'personal.topup' },
      { to: '/personal', label: 'personal', letter: 'p', module: 'personal.personal' },
    ],
  },
]

/** Whether the page at this path belongs to the entry. */
export const isEntryOf = ({ to, part }: NavEntry, pathname: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`) || pathname === part

/** The forms over a list, by the beginning of their address. */
const rightsOfForms: readonly (readonly [string, AdminRight])[] = [
  ['/channel/add', 'channel.sensitive_write'],
  ['/channel/edit', 'channel.write'],
  ['/user/add', 'user.write'],
]

/** The right that an administrator needs to open the page; null = none. The own account needs none. */
export function rightOfPage(pathname: string): AdminRight | null {
  if (pathname === '/user/edit') return null
  const form = rightsOfForms.find(([start]) => pathname === start || pathname.startsWith(`${start}/`))
  return form?.[1] ?? navEntries.find((entry) => isEntryOf(entry, pathname))?.right ?? null
}

/** All entries, for any role. */
export const navEntries: readonly NavEntry[] = sections.flatMap(({ entries }) => entries)

type Flags = Pick<SystemStatus, NavFlag | 'SidebarModulesAdmin'>

/** The personal settings, where an account restores entries that it hid. */
export const ownPage: SidebarModule = 'personal.personal'

/**
 * The entries of the side menu, the phone's bar and the quick navigation for this user: those that the operator allows,
 * without those that the account hides.
 */
export function navSectionsFor(user: SessionUser | null, flags: Flags | null, hiddenByUser = ''): NavSection[] {
  if (user === null) return []
  const nav = readSidebarNav(flags?.SidebarModulesAdmin)
  const own = readSidebarNav(hiddenByUser)
  // An account that can restore entries always sees the settings.
  const isThere = ({ module, flag, right }: NavEntry) =>
    (right === undefined || may(user, right)) &&
    // Each call there would be refused.
    !(isViewing && module === 'chat.playground') &&
    (isModuleShown(nav, module) || (module === 'admin.setting' && isRoot(user))) &&
    (isModuleShown(own, module) || module === ownPage) &&
    (flag === undefined || flags?.[flag] === true)
  return sections
    .filter((section) => section.key !== 'admin' || isAdmin(user))
    .map((section) => ({ ...section, entries: section.entries.filter(isThere) }))
    .filter(({ entries }) => entries.length > 0)
}

export function useNavSections(): NavSection[] {
  const user = useSessionUser()
  const status = useStatus()
  // The menu is shown at once; entries that the account hides disappear when the account is loaded.
  const { data: self } = useQuery({ ...selfQuery, enabled: user !== null, throwOnError: false })
  const hidden = self?.sidebar_modules ?? ''
  return useMemo(() => navSectionsFor(user, status, hidden), [user, status, hidden])
}
