import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import GiftOutlined from '@ant-design/icons/es/icons/GiftOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import type { SystemStatus } from '@sluice/contract/status'
import { type ReactNode, useMemo } from 'react'
import { useStatus } from '../lib/queries.ts'
import { isAdmin, type SessionUser, useSessionUser } from '../lib/session.ts'

export interface NavEntry {
  to:
    | '/detail'
    | '/token'
    | '/log'
    | '/midjourney'
    | '/task'
    | '/channel'
    | '/redemption'
    | '/user'
    | '/margin'
    | '/audit'
    | '/setting'
    | '/topup'
    | '/personal'
  /** Key of locales/shell `nav`. */
  label:
    | 'dashboard'
    | 'tokens'
    | 'logs'
    | 'drawings'
    | 'tasks'
    | 'channels'
    | 'redemption'
    | 'users'
    | 'margin'
    | 'audit'
    | 'settings'
    | 'wallet'
    | 'personal'
  icon: ReactNode
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
        ...{ to: '/detail', label: 'dashboard', icon: <DashboardOutlined />, letter: 'd' },
        flag: 'enable_data_export',
      },
      { to: '/token', label: 'tokens', icon: <KeyOutlined />, letter: 't' },
      { to: '/log', label: 'logs', icon: <FileTextOutlined />, letter: 'l' },
      {
        ...{ to: '/midjourney', label: 'drawings', icon: <PictureOutlined />, letter: 'i' },
        flag: 'enable_drawing',
      },
      { ...{ to: '/task', label: 'tasks', icon: <CustomerServiceOutlined />, letter: 'k' }, flag: 'enable_task' },
    ],
  },
  {
    key: 'admin',
    label: 'sectionAdmin',
    entries: [
      { to: '/channel', label: 'channels', icon: <ApiOutlined />, letter: 'c' },
      { to: '/redemption', label: 'redemption', icon: <GiftOutlined />, letter: 'r' },
      { to: '/user', label: 'users', icon: <TeamOutlined />, letter: 'u' },
      { to: '/margin', label: 'margin', icon: <FundOutlined />, letter: 'm' },
      { to: '/audit', label: 'audit', icon: <AuditOutlined />, letter: 'a' },
      { to: '/setting', label: 'settings', icon: <SettingOutlined />, letter: 's' },
    ],
  },
  {
    key: 'personal',
    label: 'sectionPersonal',
    entries: [
      { to: '/topup', label: 'wallet', icon: <WalletOutlined />, letter: 'w' },
      { to: '/personal', label: 'personal', icon: <UserOutlined />, letter: 'p' },
    ],
  },
]

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
