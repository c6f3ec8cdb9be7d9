import type { LoginRequest, LoginUser } from '@sluice/contract/user'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, App, Button } from 'antd'
// The whole of `Input` brings text areas, code boxes and searches along.
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { type FormEvent, useState } from 'react'
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
    onError: () => {
      const field = document.getElementById('password')
      if (field instanceof HTMLInputElement) field.select()
    },
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

/** A plain form: the library's would double what a visitor has to load for two fields. */
function LoginForm() {
  const { t } = useTranslation('auth')
  const login = useLogin()
  const [isIncomplete, setIsIncomplete] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const values = {
      username: String(fields.get('username') ?? '').trim(),
      password: String(fields.get('password') ?? ''),
    }
    const missing = values.username === '' ? 'username' : values.password === '' ? 'password' : null
    setIsIncomplete(missing !== null)
    if (missing === null) login.mutate(values)
    else document.getElementById(missing)?.focus()
  }
  const failure = isIncomplete ? t('required') : login.error?.message
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      <div>
        <label htmlFor="username">{t('username')}</label>
        <Input
          id="username"
          name="username"
          autoFocus
          size="large"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div>
        <label htmlFor="password">{t('password')}</label>
        <Password id="password" name="password" size="large" autoComplete="current-password" />
      </div>
      <Button block size="large" type="primary" htmlType="submit" loading={login.isPending}>
        {t('login')}
      </Button>
    </form>
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
