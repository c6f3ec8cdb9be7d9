import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { PageMain } from './page-main.tsx'
import css from './shell.module.css'

/** Public pages as guests see them, without the component library. */
export const OpenFrame = ({ children }: { children: ReactNode }) => (
  <>
    <PageMain className={css.consoleMain}>{children}</PageMain>
    <Footer />
  </>
)
