import { lazy, Suspense } from 'react'
import type { WindowRowsProps } from './scrolled-rows.tsx'

const ScrolledRows = lazy(async () => ({ default: (await import('./scrolled-rows.tsx')).ScrolledRows }))

/** More than a screen shows. */
const firstRows = 40

/**
 * All rows of a short list. Of a long one only those near the visible part are in the page; what finds them is loaded
 * while the first rows are shown.
 */
export function WindowRows(props: WindowRowsProps) {
  const { count, rowHeight, children } = props
  const shown = Math.min(count, firstRows)
  const first = children({
    indices: Array.from({ length: shown }, (_, index) => index),
    before: 0,
    after: (count - shown) * rowHeight,
  })
  if (shown === count) return first
  return (
    <Suspense fallback={first}>
      <ScrolledRows {...props} />
    </Suspense>
  )
}
