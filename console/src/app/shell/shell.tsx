import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAreaNeeded } from '../../lib/toasts.ts'
import { Footer } from './footer.tsx'
import { OwnerProofHost } from './owner-proof-host.tsx'
import { PageProgress } from './page-progress.tsx'
import { RunningBanner } from './running-banner.tsx'
import css from './shell.module.css'
import { Shortcuts } from './shortcuts.tsx'
import { TopBar } from './top-bar.tsx'
import { usePageTitle } from './use-page-title.ts'

const Library = lazy(async () => ({ default: (await import('../library.tsx')).Library }))

/** The frame of all pages: the top bar, and the title of the browser tab. */
export function RootFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  usePageTitle()
  const isAreaNeeded = useIsAreaNeeded()
  return (
    <div className={css.root}>
      <a className={css.skip} href="#content">
        {t('skipToContent')}
      </a>
      <PageProgress />
      <TopBar />
      <RunningBanner />
      {children}
      <Shortcuts />
      <OwnerProofHost />
      <Suspense>{isAreaNeeded && <Library isToastArea />}</Suspense>
    </div>
  )
}

/** Home, login, set-up: no side menu and no inner padding. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <main id="content" className={css.publicMain} tabIndex={-1}>
        <Suspense fallback={<span data-pending />}>{children}</Suspense>
      </main>
      <Footer />
    </>
  )
}

/** An external page in a frame, with only the top bar around it. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <main id="content" className={css.bareMain} tabIndex={-1}>
      <Suspense fallback={null}>{children}</Suspense>
    </main>
  )
}
