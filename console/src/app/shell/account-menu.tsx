import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { App, Avatar, Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { endSession, useSessionUser } from '../../lib/session.ts'
import css from './shell.module.css'

export function AccountMenu() {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const user = useSessionUser()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const logout = useMutation({
    mutationFn: () => api.get('/api/user/logout'),
    onSuccess: async () => {
      endSession()
      await navigate({ to: '/login' })
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
      message.success(t('loggedOut'))
    },
  })
  if (user === null) {
    return (
      <Button type="primary" onClick={() => navigate({ to: '/login' })}>
        {t('login')}
      </Button>
    )
  }
  const name = user.display_name || user.username
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'name', label: name, disabled: true },
          { type: 'divider' },
          { key: 'logout', label: t('logout'), icon: <LogoutOutlined /> },
        ],
        onClick: ({ key }) => key === 'logout' && logout.mutate(),
      }}
    >
      <Button type="text" shape="circle" aria-label={t('account', { name })}>
        <Avatar size={28} className={css.avatar}>
          {user.username.slice(0, 1).toUpperCase()}
        </Avatar>
      </Button>
    </Dropdown>
  )
}
