import type { SignInAnswer } from '@sluice/contract/session'
import type { LoginRequest, LoginUser } from '@sluice/contract/user'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { useNavigate } from '../../../lib/page-router.tsx'
import { startSession } from '../../../lib/session.ts'
import { finishLogin, hasRegistration, takeRegistration } from '../../../lib/sign-in.ts'
import { showNotice, toastSuccess } from '../../../lib/toasts.ts'
import { useUrlState } from '../../../lib/url-state.ts'

const isDefaultPassword = ({ username, password }: LoginRequest): boolean =>
  username === 'root' && password === '123456'

/** Completes any login: the session, the requested page, and a notice. */
export function useFinishLogin(home: '/token' | '/' = '/token') {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  const [{ next }] = useUrlState({ next: '' })
  return async (user: LoginUser): Promise<void> => {
    await finishLogin(user, navigate, { next, home })
    toastSuccess(t('success'))
  }
}

/** The form for the first key; or, where the operator gives new accounts one, how to use it. */
async function firstKeyPath(): Promise<string> {
  const keys = await api.list('GET /api/token/', { query: { page: 1, page_size: 1 } }).catch(() => null)
  if (keys === null) return ''
  const [given] = keys.items
  return given === undefined ? '/token?open=new' : `/token?open=connect-${given.id}`
}

/**
 * Takes over the registration that led to the login page: logs the account in without its password, and leads to its
 * first key. `isPending`: the form is not needed yet. A registration that is too old leaves the form.
 */
export function useFreshRegistration(onFlow: (flow: string) => void): { isPending: boolean } {
  const navigate = useNavigate()
  const [{ next }] = useUrlState({ next: '' })
  const [isPending, setIsPending] = useState(hasRegistration)
  const { mutate } = useMutation({
    mutationFn: (flow: string) => api('POST /api/user/login/registered', { body: { flow } }),
    meta: { silent: true },
    onSuccess: async (answer) => {
      if ('require_2fa' in answer) return onFlow(answer.flow_token)
      startSession(answer)
      await finishLogin(answer, navigate, { next: next || (await firstKeyPath()), home: '/token' })
    },
    onSettled: () => setIsPending(false),
  })
  useEffect(() => {
    // Taken once, as React may run an effect twice.
    const flow = takeRegistration()
    if (flow !== null) mutate(flow)
  }, [mutate])
  return { isPending }
}

/** The flow of a login that waits for a second factor's code. */
export const flowOf = (answer: SignInAnswer): string | null => ('require_2fa' in answer ? answer.flow_token : null)

export function usePasswordLogin() {
  const { t } = useTranslation('sign-in')
  const finish = useFinishLogin()
  return useMutation({
    mutationFn: ({ turnstile, ...login }: LoginRequest & { turnstile: string }) =>
      api('POST /api/user/login', { body: login, query: { turnstile } }),
    meta: { silent: true },
    onError: () => {
      const field = document.getElementById('password')
      if (field instanceof HTMLInputElement) field.select()
    },
    onSuccess: async (answer, login) => {
      if ('require_2fa' in answer) return
      await finish(answer)
      if (!isDefaultPassword(login)) return
      showNotice({
        title: t('defaultPassword.title'),
        text: t('defaultPassword.text'),
        close: t('defaultPassword.understood'),
        isWarning: true,
      })
    },
  })
}
