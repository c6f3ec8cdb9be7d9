import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnouncementBanner } from '../../../components/announcement-banner.tsx'
import layout from '../../../components/layout.module.css'
import { Stack } from '../../../components/layout.tsx'
import { PlainAlert } from '../../../components/plain/plain-alert.tsx'
import { Spinner } from '../../../components/plain/spinner.tsx'
import { Link } from '../../../lib/page-router.tsx'
import { useStatus } from '../../../lib/queries.ts'
import { findLoginOnly } from '../../../lib/running-announcements.ts'
import { rememberInviteCode } from '../../../lib/sign-in.ts'
import { type SearchOf, useUrlState } from '../../../lib/url-state.ts'
import { hasIdentityProviders } from '../identity-providers.ts'
import css from '../sign-in.module.css'
import { SignInCard } from '../sign-in-card.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { useFreshRegistration } from './use-login.ts'

const ProviderButtons = lazy(async () => ({
  default: (await import('../provider-buttons.tsx')).ProviderButtons,
}))
const SecondFactorForm = lazy(async () => ({
  default: (await import('./second-factor-form.tsx')).SecondFactorForm,
}))

const urlDefaults = { expired: false, aff: '', flow: '', name: '' }
export type LoginSearch = SearchOf<typeof urlDefaults & { next: string }>

export function LoginPage() {
  const { t } = useTranslation('sign-in')
  const status = useStatus()
  const [{ expired, aff, flow: arrived, name }, patch] = useUrlState(urlDefaults)
  const [begun, setBegun] = useState<string | null>(null)
  // A provider's login returns with a flow if a second factor is in force.
  const fresh = useFreshRegistration(setBegun)
  const flow = begun ?? (arrived === '' ? null : arrived)
  const startOver = () => {
    setBegun(null)
    if (arrived !== '') void patch({ flow: '' })
  }
  useEffect(() => rememberInviteCode(aff), [aff])
  if (flow !== null) {
    return (
      <SignInCard title={t('factor.title')}>
        <Suspense>
          <SecondFactorForm flow={flow} onBack={startOver} />
        </Suspense>
      </SignInCard>
    )
  }
  if (fresh.isPending) {
    return (
      <SignInCard title={t('loginTitle', { name: status?.system_name ?? '' })}>
        <div className={css.waiting} role="status" aria-label={t('register.takingOver')}>
          <Spinner />
        </div>
        <p className={css.contact}>{t('register.takingOver')}</p>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('loginTitle', { name: status?.system_name ?? '' })}>
      {expired && <PlainAlert kind="warning" text={t('expired')} className={`${layout.notice} ${css.alert}`} />}
      <LoginAnnouncements />
      {status?.password_login_enabled === false ? (
        <PlainAlert kind="info" text={t('passwordLoginOff')} />
      ) : (
        <PasswordForm name={name} onFlow={setBegun} />
      )}
      <div className={css.afterForm}>
        <PasskeyButton />
      </div>
      <Suspense>{status !== null && hasIdentityProviders(status) && <ProviderButtons />}</Suspense>
      <p className={css.links}>
        {(status === null || noteFor(status) !== 'closed') && <Link to="/register">{t('links.register')}</Link>}
        {status?.mail_enabled !== false && <Link to="/reset">{t('links.reset')}</Link>}
      </p>
      <NewcomerNote />
      <p className={css.contact}>
        {t('contact.question')} <Contact />
      </p>
    </SignInCard>
  )
}

/** What someone without an account has to know before the form for a new one. */
function NewcomerNote() {
  const { t } = useTranslation('sign-in')
  const status = useStatus()
  if (status === null) return null
  const note = noteFor(status)
  return note === null ? null : <p className={css.contact}>{t(`newcomer.${note}`)}</p>
}

function noteFor(status: NonNullable<ReturnType<typeof useStatus>>): 'closed' | 'services' | 'mail' | null {
  if (!status.register_enabled) return 'closed'
  if (!status.password_register_enabled) return hasIdentityProviders(status) ? 'services' : 'closed'
  return status.email_verification ? 'mail' : null
}

/** What runs and is meant for this page. A banner stands above all pages, this one too. */
function LoginAnnouncements() {
  const all = useStatus()?.announcements ?? []
  const [now] = useState(Date.now)
  const shown = findLoginOnly(all, now)
  if (shown.length === 0) return null
  return (
    <Stack className={layout.notice}>
      {shown.map((announcement, index) => (
        // Two may be equal; the list is replaced as a whole.
        <AnnouncementBanner key={index} announcement={announcement} isBox />
      ))}
    </Stack>
  )
}

/** The about page, otherwise the operator's address, otherwise whom to ask. */
function Contact() {
  const { t } = useTranslation('sign-in')
  const status = useStatus()
  if (status?.has_about) return <Link to="/about">{t('contact.administrator')}</Link>
  if (status?.contact_email) return <a href={`mailto:${status.contact_email}`}>{t('contact.administrator')}</a>
  return t('contact.whom')
}
