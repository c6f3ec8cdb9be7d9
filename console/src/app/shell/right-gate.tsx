import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from '../../lib/page-router.tsx'
import { may, useSessionUser } from '../../lib/session.ts'
import { rightOfPage } from '../navigation.ts'

// Its texts are those of a page that few people see.
const MissingRight = lazy(() => import('./missing-right.tsx').then((part) => ({ default: part.MissingRight })))

/** A page, or one sentence for an administrator who opens its address without its right. */
export function RightGate({ children }: { children: ReactNode }) {
  const user = useSessionUser()
  const right = rightOfPage(useLocation({ select: ({ pathname }) => pathname }))
  // Ordinary accounts are led elsewhere.
  if (right === null || user === null || may(user, right)) return children
  return (
    <Suspense fallback={null}>
      <MissingRight right={right} />
    </Suspense>
  )
}
