import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import CloudServerOutlined from '@ant-design/icons/es/icons/CloudServerOutlined'
import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import DollarOutlined from '@ant-design/icons/es/icons/DollarOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import GiftOutlined from '@ant-design/icons/es/icons/GiftOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import NotificationOutlined from '@ant-design/icons/es/icons/NotificationOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import TransactionOutlined from '@ant-design/icons/es/icons/TransactionOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import type { ReactNode } from 'react'
import type { NavEntry } from '../navigation.ts'

/** Separate from the entries: every visit loads the names and letters of pages, but only signed-in users see icons. */
export const navIcons: Record<NavEntry['label'], ReactNode> = {
  dashboard: <DashboardOutlined />,
  tokens: <KeyOutlined />,
  playground: <CommentOutlined />,
  logs: <FileTextOutlined />,
  drawings: <PictureOutlined />,
  tasks: <CustomerServiceOutlined />,
  channels: <ApiOutlined />,
  models: <AppstoreOutlined />,
  prices: <DollarOutlined />,
  redemption: <GiftOutlined />,
  orders: <TransactionOutlined />,
  users: <TeamOutlined />,
  margin: <FundOutlined />,
  announce: <NotificationOutlined />,
  audit: <AuditOutlined />,
  system: <CloudServerOutlined />,
  settings: <SettingOutlined />,
  wallet: <WalletOutlined />,
  personal: <UserOutlined />,
}
