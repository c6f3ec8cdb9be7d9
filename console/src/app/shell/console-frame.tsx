import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Row, Stack } from '../../components/layout.tsx'
import { useSessionUser } from '../../lib/session.ts'
import { Footer } from './footer.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { PhoneBar } from './phone-bar.tsx'
import css from './shell.module.css'
import { ShortPasswordNotice } from './short-password-notice.tsx'
import { SideMenu } from './side-menu.tsx'

/** Pages of signed-in users, with the side menu beside them, or the bar below them on phones. */
export function ConsoleFrame() {
  return (
    <Row gap={0} align="stretch" grow className={css.consoleBody}>
      <SideMenu />
      <Stack gap={0} grow>
        <PageMain className={css.consoleMain}>
          <ShortPasswordNotice />
        </PageMain>
        <Footer />
      </Stack>
      <PhoneBar />
    </Row>
  )
}

/** Public pages, shown as part of the console to signed-in users. */
export function OpenFrame() {
  if (useSessionUser() !== null) return <ConsoleFrame />
  return (
    <>
      <PageMain className={css.consoleMain} />
      <Footer />
    </>
  )
}

/** A tool that fills the window below the top bar, beside the side menu, with its own scrolling. */
export function ToolFrame() {
  return (
    <Row gap={0} align="stretch" grow className={css.consoleBody}>
      <SideMenu />
      <PageMain className={css.toolMain} />
      <PhoneBar />
    </Row>
  )
}

/** The page, below `children`. */
const PageMain = ({ className, children }: { className: string | undefined; children?: ReactNode }) => (
  <main id="content" className={className} tabIndex={-1}>
    {children}
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  </main>
)
