import type { SignInAnswer } from '@sluice/contract/session'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainAlert } from '../../../components/plain/plain-alert.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainInput, PlainPassword } from '../../../components/plain/plain-input.tsx'
import { useTurnstile } from '../../../components/use-turnstile.tsx'
import css from '../sign-in.module.css'
import { flowOf, usePasswordLogin } from './use-login.ts'

interface PasswordFormProps {
  /** The name to log in with, if known: an account that was just created. */
  name: string
  onFlow(flow: string): void
}

/** Without the form of the library, which would double the size of the page. */
export function PasswordForm({ name, onFlow }: PasswordFormProps) {
  const { t } = useTranslation('sign-in')
  const login = usePasswordLogin()
  const turnstile = useTurnstile()
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username') ?? '').trim()
    const password = String(fields.get('password') ?? '')
    const missing = username === '' ? 'username' : password === '' ? 'password' : null
    if (missing !== null) {
      setProblem(t('required'))
      document.getElementById(missing)?.focus()
      return
    }
    setProblem(turnstile.isMissing ? t('checkPending') : null)
    if (turnstile.isMissing) return
    const onSuccess = (answer: SignInAnswer) => {
      const flow = flowOf(answer)
      if (flow !== null) onFlow(flow)
    }
    login.mutate({ username, password, turnstile: turnstile.token }, { onSuccess, onError: () => turnstile.renew() })
  }
  const failure = problem ?? login.error?.message
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      {failure !== undefined && <PlainAlert kind="error" text={failure} />}
      <div>
        <label htmlFor="username">{t('username')}</label>
        <PlainInput
          id="username"
          name="username"
          defaultValue={name}
          autoFocus={name === ''}
          isLarge
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div>
        <label htmlFor="password">{t('password')}</label>
        <PlainPassword id="password" name="password" autoFocus={name !== ''} isLarge autoComplete="current-password" />
      </div>
      {turnstile.widget}
      <PlainButton isWide size="large" kind="primary" type="submit" isBusy={login.isPending}>
        {t('login')}
      </PlainButton>
    </form>
  )
}
