import { useState } from 'react'

/**
 * The content of a drawer. It stays while the drawer slides out, when `open` is already null; `count` changes with each
 * opening, so that the content is reset.
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
