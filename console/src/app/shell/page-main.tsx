import { type ReactNode, Suspense } from 'react'
import { PageSkeleton } from './page-skeleton.tsx'
import { RightGate } from './right-gate.tsx'

interface PageMainProps {
  className: string | undefined
  /** Above the page. */
  notice?: ReactNode
  children: ReactNode
}

/** A page, or its skeleton while it loads. */
export const PageMain = ({ className, notice, children }: PageMainProps) => (
  <main id="content" className={className} tabIndex={-1}>
    {notice}
    <Suspense fallback={<PageSkeleton />}>
      <RightGate>{children}</RightGate>
    </Suspense>
  </main>
)
