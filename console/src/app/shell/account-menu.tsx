import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '../../lib/base-path.ts'
import { useStatus } from '../../lib/queries.ts'
import { isAdmin, useSessionUser } from '../../lib/session.ts'
import { MenuButton } from './menu-button.tsx'
import css from './shell.module.css'
import { useLogout } from './use-logout.ts'

export function AccountMenu() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  const user = useSessionUser()
  const navigate = useNavigate()
  const logout = useLogout()
  if (user === null) {
    return (
      <>
        <Button type="primary" onClick={() => navigate({ to: '/login' })}>
          {t('login')}
        </Button>
        {status?.register_enabled && (
          <Button className={css.register} onClick={() => navigate({ to: '/register' })}>
            {t('register')}
          </Button>
        )}
      </>
    )
  }
  const name = user.display_name || user.username
  return (
    <MenuButton
      label={t('account', { name })}
      icon={<span className={css.avatar}>{user.username.slice(0, 1).toUpperCase()}</span>}
      heading={name}
      items={[
        {
          key: 'personal',
          label: t('nav.personal'),
          icon: <UserOutlined />,
          run: () => void navigate({ to: '/personal' }),
        },
        ...(isAdmin(user)
          ? [
              {
                key: 'documentation',
                label: t('documentation'),
                icon: <FileTextOutlined />,
                run: () => void window.open(withBasePath('/docs/index.html'), '_blank', 'noopener'),
              },
            ]
          : []),
        { key: 'logout', label: t('logout'), icon: <LogoutOutlined />, run: () => logout() },
      ]}
    />
  )
}
