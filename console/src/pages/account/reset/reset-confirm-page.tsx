import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../components/copy-text.tsx'
import { api } from '../../../lib/api.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import css from '../account.module.css'
import { AccountCard } from '../account-card.tsx'
import { Field } from '../field.tsx'

const urlDefaults = { email: '', token: '' }

/** The link of the mail leads here. The new password is shown once. */
export function ResetConfirmPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const [{ email, token }] = useUrlState(urlDefaults)
  const reset = useMutation({
    mutationFn: () => api.post<string>('/api/user/reset', { email, token }),
    meta: { silent: true },
  })
  const isUsable = email !== '' && token !== ''
  return (
    <AccountCard title={t('reset.confirmTitle')}>
      <div className={css.form}>
        {!isUsable && <Alert type="error" showIcon title={t('reset.incomplete')} />}
        {reset.error && <Alert type="error" showIcon title={reset.error.message} />}
        {isUsable && (
          <Field id="email" label={t('register.email')}>
            <Input size="large" readOnly value={email} />
          </Field>
        )}
        {isUsable && reset.data === undefined && (
          <Button block size="large" type="primary" loading={reset.isPending} onClick={() => reset.mutate()}>
            {t('reset.confirm')}
          </Button>
        )}
        {(!isUsable || reset.error !== null) && (
          <Button
            block
            size="large"
            type={isUsable ? 'default' : 'primary'}
            onClick={() => navigate({ to: '/reset' })}
          >
            {t('reset.newLink')}
          </Button>
        )}
        {reset.data !== undefined && (
          <>
            <Alert type="success" showIcon title={t('reset.done')} />
            <div>
              <span>{t('reset.newPassword')}</span>
              <div>
                <CopyText value={reset.data} label={t('reset.newPassword')} />
              </div>
            </div>
          </>
        )}
      </div>
      <p className={css.links}>
        <Link to="/login">{t('links.login')}</Link>
      </p>
    </AccountCard>
  )
}
