import { Link, useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../components/copy-text.tsx'
import { type SearchOf, useUrlState } from '../../../lib/url-state.ts'
import { Field } from '../field.tsx'
import css from '../sign-in.module.css'
import { SignInCard } from '../sign-in-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useReset } from './use-reset.ts'

const urlDefaults = { email: '', token: '' }
export type ResetConfirmSearch = SearchOf<typeof urlDefaults>

/** The target of the mail's link: sets a chosen password, or a generated one that is shown once. */
export function ResetConfirmPage() {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  const [{ email, token }] = useUrlState(urlDefaults)
  const reset = useReset({ email, token })
  const isUsable = email !== '' && token !== ''
  const isOver = reset.error?.isLinkOver ?? false
  return (
    <SignInCard title={t('reset.confirmTitle')}>
      <div className={css.form}>
        {!isUsable && <Alert type="error" showIcon title={t('reset.incomplete')} />}
        {reset.error && <Alert type="error" showIcon title={reset.error.message} />}
        {isUsable && (
          <Field id="email" label={t('register.email')}>
            <Input size="large" readOnly value={email} />
          </Field>
        )}
        {isUsable && reset.made === undefined && <NewPasswordForm reset={reset} />}
        {(!isUsable || isOver) && (
          <Button block size="large" type={isUsable ? 'default' : 'primary'} onClick={() => navigate({ to: '/reset' })}>
            {t('reset.newLink')}
          </Button>
        )}
        {reset.made !== undefined && (
          <>
            <Alert type="success" showIcon title={t('reset.done')} />
            <div>
              <span>{t('reset.newPassword')}</span>
              <div>
                <CopyText value={reset.made} label={t('reset.newPassword')} />
              </div>
            </div>
          </>
        )}
      </div>
      <p className={css.links}>
        <Link to="/login" search={{ name: reset.made === undefined ? '' : email }}>
          {t('links.login')}
        </Link>
      </p>
    </SignInCard>
  )
}
