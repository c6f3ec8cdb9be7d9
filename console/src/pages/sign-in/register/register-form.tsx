import { passwordBounds, usernameBounds } from '@sluice/contract/account-bounds'
import type { SystemStatus } from '@sluice/contract/status'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainAlert } from '../../../components/plain/plain-alert.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainInput, PlainPassword } from '../../../components/plain/plain-input.tsx'
import { useTurnstile } from '../../../components/use-turnstile.tsx'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { useNavigate } from '../../../lib/page-router.tsx'
import { keepRegistration, rememberedInviteCode } from '../../../lib/sign-in.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { Field } from '../field.tsx'
import css from '../sign-in.module.css'
import { EmailCode } from './email-code.tsx'
import {
  emailProblem,
  type Problem,
  problemsOf,
  type RegisterField,
  type RegisterValues,
  refusalsOf,
} from './register-values.ts'

const empty: RegisterValues = { username: '', password: '', password2: '', email: '', verification_code: '' }

function useRegister() {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ turnstile, ...values }: RegisterValues & { turnstile: string }) =>
      api.answer('POST /api/user/register', {
        body: { ...values, aff_code: rememberedInviteCode() },
        query: { turnstile },
      }),
    meta: { silent: true },
    onSuccess: async ({ flow }, { username }) => {
      keepRegistration(flow)
      await navigate({ to: '/login', search: { name: username } })
      toastSuccess(t('register.success'))
    },
  })
}

export function RegisterForm({ status }: { status: SystemStatus }) {
  const { t } = useTranslation('sign-in')
  const register = useRegister()
  const turnstile = useTurnstile()
  const [values, setValues] = useState(empty)
  const [problems, setProblems] = useState<Partial<Record<RegisterField, Problem>>>({})
  const [refusals, setRefusals] = useState<Partial<Record<RegisterField, string>>>({})
  const [isCheckPending, setIsCheckPending] = useState(false)
  const needsEmail = status.email_verification
  const patch = (field: RegisterField) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setProblems(({ [field]: _, ...others }) => others)
    setRefusals(({ [field]: _, ...others }) => others)
  }
  /** Checks a filled-in field when it loses the focus; an empty one is checked at submit. */
  const check = (field: RegisterField) => () => {
    const found = problemsOf(values, { needsEmail })[field]
    if (values[field] !== '' && found) setProblems((before) => ({ ...before, [field]: found }))
  }
  const errorOf = (field: RegisterField) => {
    const problem = problems[field]
    const bounds = field === 'username' ? usernameBounds : passwordBounds
    return problem === undefined ? refusals[field] : t(`problem.${problem}`, bounds)
  }
  /** Shows the error at its field, and focuses the field. */
  const refuse = (error: unknown) => {
    turnstile.renew()
    const found = error instanceof ApiError ? refusalsOf(error) : {}
    setRefusals(found)
    const [first] = Object.keys(found)
    if (first !== undefined) document.getElementById(first)?.focus()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = problemsOf(values, { needsEmail })
    setProblems(found)
    const [first] = Object.keys(found)
    if (first !== undefined) return document.getElementById(first)?.focus()
    setIsCheckPending(turnstile.isMissing)
    if (turnstile.isMissing || register.isPending) return
    setRefusals({})
    register.mutate({ ...values, username: values.username.trim(), turnstile: turnstile.token }, { onError: refuse })
  }
  const text = (field: RegisterField) => ({
    name: field,
    isLarge: true,
    value: values[field],
    onChange: ({ target }: { target: { value: string } }) => patch(field)(target.value),
    onBlur: check(field),
  })
  const isAtField = register.error instanceof ApiError && Object.keys(refusalsOf(register.error)).length > 0
  const failure = isCheckPending ? t('checkPending') : isAtField ? undefined : register.error?.message
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      {failure !== undefined && <PlainAlert kind="error" text={failure} />}
      <Field id="username" label={t('register.username')} error={errorOf('username')}>
        <PlainInput {...text('username')} autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field id="password" label={t('register.password')} error={errorOf('password')}>
        <PlainPassword
          {...text('password')}
          autoComplete="new-password"
          placeholder={t('register.passwordHint', passwordBounds)}
        />
      </Field>
      <Field id="password2" label={t('register.password2')} error={errorOf('password2')}>
        <PlainPassword {...text('password2')} autoComplete="new-password" />
      </Field>
      {needsEmail && (
        <>
          <Field id="email" label={t('register.email')} error={errorOf('email')}>
            <PlainInput {...text('email')} type="email" autoComplete="email" />
          </Field>
          <Field id="verification_code" label={t('register.code')} error={errorOf('verification_code')}>
            <EmailCode
              value={values.verification_code}
              onChange={patch('verification_code')}
              email={values.email}
              turnstile={turnstile.token}
              check={() => {
                const problem = emailProblem(values.email)
                if (problem !== null) setProblems((before) => ({ ...before, email: problem }))
                setIsCheckPending(problem === null && turnstile.isMissing)
                return problem ?? (turnstile.isMissing ? 'pending' : null)
              }}
              onRefused={refuse}
              onSent={turnstile.renew}
            />
          </Field>
        </>
      )}
      {turnstile.widget}
      <PlainButton isWide size="large" kind="primary" type="submit" isBusy={register.isPending}>
        {t('register.submit')}
      </PlainButton>
    </form>
  )
}
