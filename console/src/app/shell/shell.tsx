import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../lib/queries.ts'
import { useNavSections } from '../navigation.ts'
import { Footer } from './footer.tsx'
import css from './shell.module.css'
import { Shortcuts } from './shortcuts.tsx'
import { TopBar } from './top-bar.tsx'

/** Everything on every page: the top bar, and the page's title in the browser. */
export function RootFrame() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  const siteName = status?.system_name
  const pathname = useLocation({ select: (location) => location.pathname })
  const entry = useNavSections()
    .flatMap((section) => section.entries)
    .find(({ to }) => pathname.startsWith(to))
  const otherNames: Record<string, string> = {
    pricing: t('nav.pricing'),
    playground: t('nav.playground'),
    playground333: t('nav.playground'),
    chat: t('nav.chat'),
    chat2link: t('nav.chat'),
  }
  const publicName = otherNames[pathname.split('/')[1] ?? '']
  const pageName = entry === undefined ? publicName : t(`nav.${entry.label}`)
  useEffect(() => {
    document.title = [pageName, siteName].filter(Boolean).join(' · ')
  }, [pageName, siteName])
  return (
    <div className={css.root}>
      <a className={css.skip} href="#content">
        {t('skipToContent')}
      </a>
      <TopBar />
      <Outlet />
      <Shortcuts />
    </div>
  )
}

/** Home, login, set-up: no side menu and no inner padding. */
export function PublicFrame() {
  return (
    <>
      <main id="content" className={css.publicMain} tabIndex={-1}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
    </>
  )
}

/** Somebody else's page in a frame: nothing around it but the top bar. */
export function BareFrame() {
  return (
    <main id="content" className={css.bareMain} tabIndex={-1}>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </main>
  )
}
