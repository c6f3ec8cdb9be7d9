import type { LoginRequest, LoginUser } from '@sluice/contract/user'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useStatus } from '../../lib/queries.ts'
import { startSession } from '../../lib/session.ts'
import { useUrlState } from '../../lib/url-state.ts'
import css from './login-page.module.css'

const urlDefaults = { expired: false }
const isDefaultPassword = ({ username, password }: LoginRequest): boolean =>
  username === 'root' && password === '123456'

function useLogin() {
  const { t } = useTranslation('auth')
  const { message, modal } = App.useApp()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (login: LoginRequest) => api.post<LoginUser>('/api/user/login', login),
    meta: { silent: true },
    onSuccess: async (user, login) => {
      startSession(user)
      await navigate({ to: '/token' })
      message.success(t('success'))
      if (!isDefaultPassword(login)) return
      modal.warning({
        title: t('defaultPassword.title'),
        content: t('defaultPassword.text'),
        okText: t('defaultPassword.understood'),
      })
    },
  })
}

function LoginForm() {
  const { t } = useTranslation('auth')
  const login = useLogin()
  return (
    <Form<LoginRequest>
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => login.mutate(values)}
    >
      {login.error && (
        <Alert type="error" showIcon title={login.error.message} className={css.alert} role="alert" />
      )}
      <Form.Item name="username" label={t('username')} rules={[{ required: true, message: t('required') }]}>
        <Input autoFocus size="large" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('required') }]}>
        <Input.Password size="large" autoComplete="current-password" />
      </Form.Item>
      <Button block size="large" type="primary" htmlType="submit" loading={login.isPending}>
        {t('login')}
      </Button>
    </Form>
  )
}

export function LoginPage() {
  const { t } = useTranslation('auth')
  const status = useStatus()
  const [{ expired }] = useUrlState(urlDefaults)
  return (
    <div className={css.page}>
      <section className={css.card} aria-labelledby="login-title">
        <img src={status?.logo || '/logo.svg'} alt="" width={44} height={44} className={css.logo} />
        <h1 id="login-title">{t('loginTitle', { name: status?.system_name ?? '' })}</h1>
        {expired && <Alert type="warning" showIcon title={t('expired')} className={css.alert} />}
        {status?.password_login_enabled === false ? (
          <Alert type="info" showIcon title={t('passwordLoginOff')} />
        ) : (
          <LoginForm />
        )}
        <p className={css.contact}>{t('contact')}</p>
      </section>
    </div>
  )
}
