import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
      <form noValidate className={css.form} onSubmit={submit}>
        {canSend && <p className={texts.second}>{t('reset.text')}</p>}
        {!canSend && <Alert type="warning" showIcon title={t('reset.noMail')} description={t('mailMissing')} />}
        {isCheckPending && <Alert type="warning" showIcon title={t('checkPending')} />}
        {send.error && refused === undefined && <Alert type="error" showIcon title={send.error.message} />}
        {send.isSuccess && (
          <Alert type="success" showIcon title={t('reset.sent')} description={t('reset.newestCounts')} />
        )}
        <Field id="email" label={t('register.email')} error={problem ?? refused}>
          <Input name="email" type="email" size="large" autoFocus autoComplete="email" />
        </Field>
        {turnstile.widget}
        <Button
          block
          size="large"
          type="primary"
          htmlType="submit"
          loading={send.isPending}
          disabled={!canSend || countdown.left > 0}
        >
          {countdown.left > 0 ? t('reset.again', { count: countdown.left }) : t('reset.submit')}
        </Button>
      </form>
      <p className={css.links}>
        <Link to="/login">{t('links.login')}</Link>
      </p>
    </SignInCard>
  )
}
