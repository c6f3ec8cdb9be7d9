import { useState } from 'react'

/**
 * What a drawer shows. It keeps that while it slides out, when `open` is null again; `count` is another each time it is
 * opened, so that it starts afresh.
 */
export function useOpening<T>(open: T | null) {
  const [shown, setShown] = useState<{ open: T | null; isOpen: boolean; count: number }>({
    open: null,
    isOpen: false,
    count: 0,
  })
  const isOpen = open !== null
  if (isOpen && !(shown.isOpen && open === shown.open)) setShown({ open, isOpen, count: shown.count + 1 })
  if (!isOpen && shown.isOpen) setShown({ ...shown, isOpen })
  return shown
}
