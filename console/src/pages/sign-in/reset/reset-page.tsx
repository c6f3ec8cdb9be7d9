import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainAlert } from '../../../components/plain/plain-alert.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainInput } from '../../../components/plain/plain-input.tsx'
import texts from '../../../components/text.module.css'
import { useCountdown } from '../../../components/use-countdown.ts'
import { useTurnstile } from '../../../components/use-turnstile.tsx'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { Link } from '../../../lib/page-router.tsx'
import { useStatus } from '../../../lib/queries.ts'
import { Field } from '../field.tsx'
import { emailProblem } from '../register/register-values.ts'
import css from '../sign-in.module.css'
import { SignInCard } from '../sign-in-card.tsx'

const resendSeconds = 30

/** Requests the mail that resets a password. The answer never reveals whether the address is known. */
export function ResetPage() {
  const { t } = useTranslation('sign-in')
  const turnstile = useTurnstile()
  const canSend = useStatus()?.mail_enabled !== false
  const countdown = useCountdown(resendSeconds)
  const [problem, setProblem] = useState<string>()
  const [isCheckPending, setIsCheckPending] = useState(false)
  const send = useMutation({
    mutationFn: (email: string) => api('GET /api/reset_password', { query: { email, turnstile: turnstile.token } }),
    meta: { silent: true },
    // The delay starts when a mail was sent, not when it was requested.
    onSuccess: countdown.start,
    onSettled: turnstile.renew,
  })
  const refused = send.error instanceof ApiError ? send.error.fields.email : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    const found = emailProblem(email)
    setProblem(found === null ? undefined : t(`problem.${found}`))
    setIsCheckPending(found === null && turnstile.isMissing)
    if (found !== null) return document.getElementById('email')?.focus()
    if (turnstile.isMissing) return
    send.mutate(email)
  }
  return (
    <SignInCard title={t('reset.title')}>
      {!canSend && <PlainAlert kind="warning" text={t('reset.noMail')} detail={t('mailMissing')} />}
      {canSend && (
        <form noValidate className={css.form} onSubmit={submit}>
          <p className={texts.second}>{t('reset.text')}</p>
          {isCheckPending && <PlainAlert kind="warning" text={t('checkPending')} />}
          {send.error && refused === undefined && <PlainAlert kind="error" text={send.error.message} />}
          {send.isSuccess && <PlainAlert kind="success" text={t('reset.sent')} detail={t('reset.newestCounts')} />}
          <Field id="email" label={t('register.email')} error={problem ?? refused}>
            <PlainInput name="email" type="email" isLarge autoFocus autoComplete="email" />
          </Field>
          {turnstile.widget}
          <PlainButton
            isWide
            size="large"
            kind="primary"
            type="submit"
            isBusy={send.isPending}
            disabled={countdown.left > 0}
          >
            {countdown.left > 0 ? t('reset.again', { count: countdown.left }) : t('reset.submit')}
          </PlainButton>
        </form>
      )}
      <p className={css.links}>
        <Link to="/login">{t('links.login')}</Link>
      </p>
    </SignInCard>
  )
}
