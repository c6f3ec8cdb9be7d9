import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainAlert } from '../../../components/plain/plain-alert.tsx'
import { formatQuota } from '../../../lib/format.ts'
import { Link } from '../../../lib/page-router.tsx'
import { useStatus } from '../../../lib/queries.ts'
import { rememberedInviteCode, rememberInviteCode } from '../../../lib/sign-in.ts'
import { type SearchOf, useUrlState } from '../../../lib/url-state.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import { hasIdentityProviders } from '../identity-providers.ts'
import css from '../sign-in.module.css'
import { SignInCard } from '../sign-in-card.tsx'
import { LegalNote } from './legal-note.tsx'
import { RegisterForm } from './register-form.tsx'

const ProviderButtons = lazy(async () => ({
  default: (await import('../provider-buttons.tsx')).ProviderButtons,
}))
const urlDefaults = { aff: '' }
export type RegisterSearch = SearchOf<typeof urlDefaults>

export function RegisterPage() {
  const { t } = useTranslation('sign-in')
  const status = useStatus()
  const [{ aff }] = useUrlState(urlDefaults)
  useEffect(() => rememberInviteCode(aff), [aff])
  const format = useQuotaFormat()
  if (status === null) return null
  const isInvited = aff !== '' || rememberedInviteCode() !== ''
  const gift = status.register_enabled ? status.quota_for_new_user + (isInvited ? status.quota_for_invitee : 0) : 0
  const canVerify = !status.email_verification || status.mail_enabled
  return (
    <SignInCard
      title={t('register.title')}
      note={[status.system_name, gift > 0 && t('register.gift', { amount: formatQuota(gift, format) })]
        .filter(Boolean)
        .join(' · ')}
    >
      {!status.register_enabled && <PlainAlert kind="info" text={t('register.closed')} />}
      {status.register_enabled && !status.password_register_enabled && (
        <PlainAlert kind="info" text={t('register.passwordClosed')} />
      )}
      {status.register_enabled && status.password_register_enabled && !canVerify && (
        <PlainAlert kind="warning" text={t('register.noMail')} detail={t('mailMissing')} />
      )}
      {status.register_enabled && status.password_register_enabled && canVerify && <RegisterForm status={status} />}
      <Suspense>{status.register_enabled && hasIdentityProviders(status) && <ProviderButtons />}</Suspense>
      {status.register_enabled && <LegalNote status={status} />}
      <p className={css.links}>
        <Link to="/login">{t('links.login')}</Link>
      </p>
    </SignInCard>
  )
}
