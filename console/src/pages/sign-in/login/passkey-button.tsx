import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { useFinishLogin } from './use-login.ts'

const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Signs in with a passkey: no name, no password, no code. */
export function PasskeyButton() {
  const { t } = useTranslation('sign-in')
  const { message } = App.useApp()
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
      if (!isCancelled(error)) void message.error(error.message)
    },
  })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <Button block size="large" icon={<KeyOutlined />} loading={login.isPending} onClick={() => login.mutate()}>
      {t('providers.passkey')}
    </Button>
  )
}
