import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../components/copy-text.tsx'
import { PlainAlert } from '../../../components/plain/plain-alert.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { PlainInput } from '../../../components/plain/plain-input.tsx'
import { Link, useNavigate } from '../../../lib/page-router.tsx'
import { type SearchOf, useUrlState } from '../../../lib/url-state.ts'
import { Field } from '../field.tsx'
import css from '../sign-in.module.css'
import { SignInCard } from '../sign-in-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useReset } from './use-reset.ts'

const urlDefaults = { email: '', token: '', invited: 0, name: '' }
export type ResetConfirmSearch = SearchOf<typeof urlDefaults>

/** The target of the link of a mail or an invitation: sets a chosen password, or a generated one that is shown once. */
export function ResetConfirmPage() {
  const { t } = useTranslation('sign-in')
  const navigate = useNavigate()
  const [{ email, token, invited, name }] = useUrlState(urlDefaults)
  const isInvited = invited > 0
  const login = isInvited ? name : email
  const reset = useReset({ token, login, ...(isInvited ? { id: invited } : { email }) })
  const isUsable = (email !== '' || isInvited) && token !== ''
  const isOver = reset.error?.isLinkOver ?? false
  return (
    <SignInCard title={t(isInvited ? 'reset.invitedTitle' : 'reset.confirmTitle')}>
      <div className={css.form}>
        {!isUsable && <PlainAlert kind="error" text={t('reset.incomplete')} />}
        {reset.error && (
          <PlainAlert
            kind="error"
            text={reset.error.message}
            detail={isInvited && isOver ? t('reset.askAgain') : undefined}
          />
        )}
        {isUsable && (
          <Field id="email" label={t(isInvited ? 'reset.account' : 'register.email')}>
            <PlainInput isLarge readOnly value={login} />
          </Field>
        )}
        {isUsable && reset.made === undefined && <NewPasswordForm reset={reset} />}
        {(!isUsable || isOver) && !isInvited && (
          <PlainButton
            isWide
            size="large"
            kind={isUsable ? 'default' : 'primary'}
            onClick={() => navigate({ to: '/reset' })}
          >
            {t('reset.newLink')}
          </PlainButton>
        )}
        {reset.made !== undefined && (
          <>
            <PlainAlert kind="success" text={t(isInvited ? 'reset.doneInvited' : 'reset.done')} />
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
        <Link to="/login" search={{ name: reset.made === undefined ? '' : login }}>
          {t('links.login')}
        </Link>
      </p>
    </SignInCard>
  )
}
