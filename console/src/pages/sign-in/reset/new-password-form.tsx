import { passwordBounds, passwordMax, passwordMin } from '@sluice/contract/account-bounds'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainPassword } from '../../../components/plain/plain-input.tsx'
import { Field } from '../field.tsx'
import css from '../sign-in.module.css'
import type { Reset } from './use-reset.ts'

type Problem = {
  field: 'password' | 'password2'
  text: 'passwordShort' | 'passwordLong' | 'passwordsDiffer'
}

function findProblem(password: string, password2: string): Problem | null {
  if (password.length < passwordMin) return { field: 'password', text: 'passwordShort' }
  if (password.length > passwordMax) return { field: 'password', text: 'passwordLong' }
  return password === password2 ? null : { field: 'password2', text: 'passwordsDiffer' }
}

/** A chosen password, typed twice, or a button that generates one. */
export function NewPasswordForm({ reset }: { reset: Reset }) {
  const { t } = useTranslation('sign-in')
  const [problem, setProblem] = useState<Problem | null>(null)
  const errorOf = (field: Problem['field']) =>
    problem?.field === field ? t(`problem.${problem.text}`, passwordBounds) : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const password = String(fields.get('password') ?? '')
    const found = findProblem(password, String(fields.get('password2') ?? ''))
    setProblem(found)
    if (found) return document.getElementById(found.field)?.focus()
    if (!reset.isPending) reset.run(password)
  }
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <Field id="password" label={t('register.password')} error={errorOf('password') ?? reset.error?.field}>
        <PlainPassword
          name="password"
          isLarge
          autoFocus
          autoComplete="new-password"
          placeholder={t('register.passwordHint', passwordBounds)}
        />
      </Field>
      <Field id="password2" label={t('register.password2')} error={errorOf('password2')}>
        <PlainPassword name="password2" isLarge autoComplete="new-password" />
      </Field>
      <PlainButton isWide size="large" kind="primary" type="submit" isBusy={reset.isPending}>
        {t('reset.choose')}
      </PlainButton>
      <PlainButton isWide size="large" disabled={reset.isPending} onClick={() => reset.run('')}>
        {t('reset.confirm')}
      </PlainButton>
    </form>
  )
}
