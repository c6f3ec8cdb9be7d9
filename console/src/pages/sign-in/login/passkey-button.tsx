import KeyOutlined from '@ant-design/icons-svg/es/asn/KeyOutlined'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainIcon } from '../../../components/plain/plain-icon.tsx'
import { api } from '../../../lib/api.ts'
import { toastError } from '../../../lib/toasts.ts'
import { useFinishLogin } from './use-login.ts'

const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Signs in with a passkey: no name, no password, no code. */
export function PasskeyButton() {
  const { t } = useTranslation('sign-in')
  const finish = useFinishLogin()
  const login = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const { flow, options } = await api('POST /api/user/login/passkey/options')
      const response = await startAuthentication({ optionsJSON: options })
      return await api('POST /api/user/login/passkey', { body: { flow, response } })
    },
    meta: { silent: true },
    onSuccess: finish,
    onError: (error) => {
      if (!isCancelled(error)) toastError(error.message)
    },
  })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <PlainButton
      isWide
      size="large"
      icon={<PlainIcon of={KeyOutlined} />}
      isBusy={login.isPending}
      onClick={() => login.mutate()}
    >
      {t('providers.passkey')}
    </PlainButton>
  )
}
