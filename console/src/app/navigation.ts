import type { SystemStatus } from '@sluice/contract/status'
import { useMemo } from 'react'
import { useStatus } from '../lib/queries.ts'
import { isAdmin, type SessionUser, useSessionUser } from '../lib/session.ts'

export interface NavEntry {
  to:
    | '/detail'
    | '/token'
    | '/playground333'
    | '/log'
    | '/midjourney'
    | '/task'
    | '/channel'
    | '/redemption'
    | '/orders'
    | '/user'
    | '/margin'
    | '/audit'
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
    | 'redemption'
    | 'orders'
    | 'users'
    | 'margin'
    | 'audit'
    | 'settings'
    | 'wallet'
    | 'personal'
  /** The letter after `g` that opens the page. */
  letter: string
  /** Only where the site has this switched on. */
  flag?: NavFlag
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
        ...{ to: '/detail', label: 'dashboard', letter: 'd' },
        flag: 'enable_data_export',
      },
      { to: '/token', label: 'tokens', letter: 't' },
      { to: '/playground333', label: 'playground', letter: 'y' },
      { to: '/log', label: 'logs', letter: 'l' },
      {
        ...{ to: '/midjourney', label: 'drawings', letter: 'i' },
        flag: 'enable_drawing',
      },
      {
        ...{ to: '/task', label: 'tasks', letter: 'k' },
        flag: 'enable_task',
      },
    ],
  },
  {
    key: 'admin',
    label: 'sectionAdmin',
    entries: [
      { to: '/channel', label: 'channels', letter: 'c' },
      { to: '/redemption', label: 'redemption', letter: 'r' },
      { to: '/orders', label: 'orders', letter: 'o' },
      { to: '/user', label: 'users', letter: 'u' },
      { to: '/margin', label: 'margin', letter: 'm' },
      { to: '/audit', label: 'audit', letter: 'a' },
      { to: '/setting', label: 'settings', letter: 's' },
    ],
  },
  {
    key: 'personal',
    label: 'sectionPersonal',
    entries: [
      { to: '/topup', label: 'wallet', letter: 'w' },
      { to: '/personal', label: 'personal', letter: 'p' },
    ],
  },
]

/** All there are, whoever looks. */
export const navEntries: readonly NavEntry[] = sections.flatMap(({ entries }) => entries)

type Flags = Pick<SystemStatus, NavFlag>

/** What this user finds in the side menu, the phone's bar and the quick navigation. */
export function navSectionsFor(user: SessionUser | null, flags: Flags | null): NavSection[] {
  if (user === null) return []
  return sections
    .filter((section) => section.key !== 'admin' || isAdmin(user))
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ flag }) => flag === undefined || flags?.[flag] === true),
    }))
}

export function useNavSections(): NavSection[] {
  const user = useSessionUser()
  const status = useStatus()
  return useMemo(() => navSectionsFor(user, status), [user, status])
}
