import type { LoginUser } from '@sluice/contract/user'
import { useNavigate } from '@tanstack/react-router'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { finishLogin } from '../../lib/sign-in.ts'

/** Completes a login by WeChat or Telegram: leads to the home page. */
export function useFinishProviderLogin() {
  const { t } = useTranslation('sign-in')
  const { message } = App.useApp()
  const navigate = useNavigate()
  return async (user: LoginUser): Promise<void> => {
    await finishLogin(user, navigate, { next: '', home: '/' })
    void message.success(t('success'))
  }
}
