import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { useNavigate } from '../../../lib/page-router.tsx'
import { toastSuccess } from '../../../lib/toasts.ts'

export interface Reset {
  /** Sets the chosen password; '' generates one. */
  run(password: string): void
  isPending: boolean
  /** The generated password, once; undefined = none yet. */
  made: string | undefined
  error: { message: string; field: string | undefined; isLinkOver: boolean } | null
}

/** The link of a mail names the address, that of an invitation the account. */
type Target = { token: string; login: string } & ({ email: string } | { id: number })

/** A chosen password leads to the login with the name or address filled in; a generated one is shown. */
export function useReset({ login, ...target }: Target): Reset {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  const reset = useMutation({
    mutationFn: (password: string) =>
      'id' in target
        ? api('POST /api/user/accept_invitation', { body: { ...target, password } })
        : api('POST /api/user/reset', { body: { ...target, password } }),
    meta: { silent: true },
    onSuccess: async (_, password) => {
      if (password === '') return
      await navigate({ to: '/login', search: { name: login } })
      toastSuccess(t('id' in target ? 'reset.chosenInvited' : 'reset.chosen'))
    },
  })
  const { error } = reset
  return {
    run: reset.mutate,
    isPending: reset.isPending,
    made: reset.data === '' ? undefined : reset.data,
    error: error && {
      message: error.message,
      field: error instanceof ApiError ? error.fields.password : undefined,
      isLinkOver: error instanceof ApiError && error.code === 'reset_link_invalid',
    },
  }
}
