import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainInput } from '../../../components/plain/plain-input.tsx'
import { useCountdown } from '../../../components/use-countdown.ts'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { refusalsOf } from './register-values.ts'

const resendSeconds = 30

interface EmailCodeProps {
  value: string
  onChange(value: string): void
  /** The address's fault, or null. */
  check(): string | null
  email: string
  turnstile: string
  /** The server's error; one without a field is shown here. */
  onRefused(error: unknown): void
  onSent(): void
  /** Set by the surrounding field. */
  id?: string
}

/** The code from the mail, and the button that sends it, at most every thirty seconds. */
export function EmailCode(props: EmailCodeProps) {
  const { value, onChange, check, email, turnstile, onRefused, onSent, ...field } = props
  const { t } = useTranslation('sign-in')
  const countdown = useCountdown(resendSeconds)
  const send = useMutation({
    mutationFn: () => api('GET /api/verification', { query: { email: email.trim(), turnstile, purpose: 'register' } }),
    onSuccess: () => {
      countdown.start()
      onSent()
      toastSuccess(t('register.codeSent'))
      if (field.id !== undefined) document.getElementById(field.id)?.focus()
    },
    meta: { silent: true },
    onError: (error) => {
      const isAtField = error instanceof ApiError && Object.keys(refusalsOf(error)).length > 0
      if (!isAtField) toastError(error.message)
      onRefused(error)
    },
  })
  return (
    <Row align="stretch">
      <PlainInput
        {...field}
        className={layout.grow}
        isLarge
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <PlainButton
        size="large"
        disabled={countdown.left > 0}
        isBusy={send.isPending}
        onClick={() => {
          if (check() === null) send.mutate()
        }}
      >
        {countdown.left > 0 ? t('register.resendIn', { count: countdown.left }) : t('register.getCode')}
      </PlainButton>
    </Row>
  )
}
