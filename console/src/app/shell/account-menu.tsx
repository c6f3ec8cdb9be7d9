import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { useNavigate } from '../../lib/page-router.tsx'
import { useStatus } from '../../lib/queries.ts'
import { type SessionUser, useSessionUser } from '../../lib/session.ts'
import { lazyPage } from '../lazy-page.tsx'
import css from './shell.module.css'

/** Loaded with the console: guests have no such menu. */
export const SignedInMenu = lazyPage<'SignedInMenu', { user: SessionUser }>(
  () => import('./signed-in-menu.tsx'),
  'SignedInMenu',
)

export function AccountMenu() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  const user = useSessionUser()
  const navigate = useNavigate()
  if (user === null) {
    return (
      <>
        <PlainButton kind="primary" onClick={() => navigate({ to: '/login' })}>
          {t('login')}
        </PlainButton>
        {status?.register_enabled && (
          <PlainButton className={css.register} onClick={() => navigate({ to: '/register' })}>
            {t('register')}
          </PlainButton>
        )}
      </>
    )
  }
  return (
    <Suspense>
      <SignedInMenu user={user} />
    </Suspense>
  )
}
