import type { SystemStatus } from '@sluice/contract/status'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../lib/page-router.tsx'
import css from '../sign-in.module.css'

/** Links to the legal texts. They open in a new tab, so the form keeps its values. */
export function LegalNote({
  status,
}: {
  status: Pick<SystemStatus, 'user_agreement_enabled' | 'privacy_policy_enabled'>
}) {
  const { t } = useTranslation('sign-in')
  const pages = [
    ...(status.user_agreement_enabled ? (['/user-agreement'] as const) : []),
    ...(status.privacy_policy_enabled ? (['/privacy-policy'] as const) : []),
  ]
  if (pages.length === 0) return null
  return (
    <p className={css.legal}>
      {t('register.accept')}
      {pages.map((to, index) => (
        <Fragment key={to}>
          {index > 0 && t('register.and')}
          <Link to={to} target="_blank">
            {to === '/user-agreement' ? t('register.agreement') : t('register.privacy')}
          </Link>
        </Fragment>
      ))}
      {t('register.acceptEnd')}
    </p>
  )
}
