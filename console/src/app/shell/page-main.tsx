import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { PageSkeleton } from './page-skeleton.tsx'
import { RightGate } from './right-gate.tsx'

/** The page, below `children`. */
export const PageMain = ({ className, children }: { className: string | undefined; children?: ReactNode }) => (
  <main id="content" className={className} tabIndex={-1}>
    {children}
    <Suspense fallback={<PageSkeleton />}>
      <RightGate>
        <Outlet />
      </RightGate>
    </Suspense>
  </main>
)
