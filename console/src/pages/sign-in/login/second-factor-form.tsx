import { factorCodeMax } from '@sluice/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainAlert } from '../../../components/plain/plain-alert.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainInput } from '../../../components/plain/plain-input.tsx'
import texts from '../../../components/text.module.css'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import css from '../sign-in.module.css'
import { useFinishLogin } from './use-login.ts'

interface SecondFactorFormProps {
  flow: string
  /** The first step has expired or was cancelled. */
  onBack(): void
}

/** Asks for the code of the authenticator, or a recovery code, after a correct password. */
export function SecondFactorForm({ flow, onBack }: SecondFactorFormProps) {
  const { t } = useTranslation('sign-in')
  const finish = useFinishLogin()
  const form = useRef<HTMLFormElement>(null)
  const [isRecovery, setIsRecovery] = useState(false)
  const verify = useMutation({
    mutationFn: (code: string) => api('POST /api/user/login/2fa', { body: { flow, code } }),
    meta: { silent: true },
    onSuccess: finish,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'sign_in_state_invalid') onBack()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code !== '' && !verify.isPending) verify.mutate(code)
  }
  const label = t(isRecovery ? 'factor.recoveryCode' : 'factor.code')
  return (
    <form ref={form} noValidate className={css.form} onSubmit={submit}>
      <p className={texts.second}>{t(isRecovery ? 'factor.recoveryText' : 'factor.text')}</p>
      {verify.error && <PlainAlert kind="error" text={verify.error.message} />}
      <div>
        <label htmlFor="code">{label}</label>
        <PlainInput
          key={String(isRecovery)}
          id="code"
          name="code"
          autoFocus
          isLarge
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={factorCodeMax}
          spellCheck={false}
          onChange={({ target }) => {
            // The last digit submits the form; pasted codes may contain spaces.
            if (!isRecovery && /^\d{6}$/.test(target.value.replace(/\s/g, ''))) form.current?.requestSubmit()
          }}
        />
      </div>
      <PlainButton isWide size="large" kind="primary" type="submit" isBusy={verify.isPending}>
        {t('factor.verify')}
      </PlainButton>
      <div className={css.links}>
        <PlainButton kind="link" size="small" onClick={() => setIsRecovery((before) => !before)}>
          {t(isRecovery ? 'factor.useCode' : 'factor.useRecoveryCode')}
        </PlainButton>
        <PlainButton kind="link" size="small" onClick={onBack}>
          {t('factor.back')}
        </PlainButton>
      </div>
    </form>
  )
}
