import type { LoginRequest, LoginUser } from '@sluice/contract/user'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { finishLogin } from '../../../lib/sign-in.ts'
import { useUrlState } from '../../../lib/url-state.ts'

const isDefaultPassword = ({ username, password }: LoginRequest): boolean =>
  username === 'root' && password === '123456'

/** What follows a login by whatever way: the session, the page that was asked for, and a word. */
export function useFinishLogin(home: '/token' | '/' = '/token') {
  const { t } = useTranslation('auth')
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [{ next }] = useUrlState({ next: '' })
  return async (user: LoginUser): Promise<void> => {
    await finishLogin(user, navigate, { next, home })
    void message.success(t('success'))
  }
}

/** The flow a code of the second factor finishes, when that is what a failed login waits for. */
export function flowOf(error: unknown): string | null {
  const isWaiting = error instanceof ApiError && error.code === 'second_factor_required'
  return isWaiting && typeof error.answer.flow === 'string' ? error.answer.flow : null
}

export function usePasswordLogin() {
  const { t } = useTranslation('auth')
  const { modal } = App.useApp()
  const finish = useFinishLogin()
  return useMutation({
    mutationFn: ({ turnstile, ...login }: LoginRequest & { turnstile: string }) =>
      api('POST /api/user/login', { body: login, query: { turnstile } }),
    meta: { silent: true },
    onError: () => {
      const field = document.getElementById('password')
      if (field instanceof HTMLInputElement) field.select()
    },
    onSuccess: async (user, login) => {
      await finish(user)
      if (!isDefaultPassword(login)) return
      modal.warning({
        title: t('defaultPassword.title'),
        content: t('defaultPassword.text'),
        okText: t('defaultPassword.understood'),
      })
    },
  })
}
