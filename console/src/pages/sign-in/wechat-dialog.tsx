import type { LoginUser } from '@sluice/contract/user'
import { useMutation } from '@tanstack/react-query'
import { Alert, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Library } from '../../app/library.tsx'
import layout from '../../components/layout.module.css'
import texts from '../../components/text.module.css'
import { WeChatCode } from '../../components/wechat-code.tsx'
import { api } from '../../lib/api.ts'
import { useNavigate } from '../../lib/page-router.tsx'
import { finishLogin, rememberedInviteCode } from '../../lib/sign-in.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import css from './sign-in.module.css'

/** Asks for the code that the official account sends in reply to "verification code"; it is valid for three minutes. */
export function WeChatDialog({ qrCode, onClose }: { qrCode: string; onClose(): void }) {
  const { t } = useTranslation('sign-in')
  const finish = useFinishProviderLogin()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const login = useMutation({
    mutationFn: () => api('GET /api/oauth/wechat', { query: { code: code.trim(), aff: rememberedInviteCode() } }),
    meta: { silent: true },
    onSuccess: (answer) =>
      'require_2fa' in answer
        ? navigate({ to: '/login', search: { flow: answer.flow_token, next: '/' } })
        : finish(answer),
  })
  const submit = () => {
    if (code.trim() !== '' && !login.isPending) login.mutate()
  }
  return (
    <Library>
      <Modal
        open
        title={t('wechat.title')}
        okText={t('login')}
        confirmLoading={login.isPending}
        onOk={submit}
        onCancel={onClose}
        width={380}
      >
        <div className={css.form}>
          <WeChatCode address={qrCode} />
          <p className={texts.second}>{t('wechat.text')}</p>
          {login.error && <Alert type="error" showIcon title={login.error.message} className={layout.notice} />}
          <div>
            <label htmlFor="wechat-code">{t('wechat.code')}</label>
            <Input
              id="wechat-code"
              autoFocus
              autoComplete="one-time-code"
              value={code}
              onChange={({ target }) => setCode(target.value)}
              onPressEnter={submit}
            />
          </div>
        </div>
      </Modal>
    </Library>
  )
}

/** Completes a login by WeChat or Telegram: leads to the home page. */
function useFinishProviderLogin() {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  return async (user: LoginUser): Promise<void> => {
    await finishLogin(user, navigate, { next: '', home: '/' })
    toastSuccess(t('success'))
  }
}
