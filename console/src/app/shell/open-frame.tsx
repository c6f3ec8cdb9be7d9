import { useSessionUser } from '../../lib/session.ts'
import { lazyPage } from '../new-build.ts'
import { Footer } from './footer.tsx'
import { PageMain } from './page-main.tsx'
import css from './shell.module.css'

const ConsoleFrame = lazyPage(() => import('./console-frame.tsx'), 'ConsoleFrame')

/** Public pages, shown as part of the console to signed-in users, and without the component library to others. */
export function OpenFrame() {
  if (useSessionUser() !== null) return <ConsoleFrame />
  return (
    <>
      <PageMain className={css.consoleMain} />
      <Footer />
    </>
  )
}
