import { useLayoutEffect } from 'react'

/** The drawer is opened by a change of the address, so that nothing but this remembers where the person was. */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    if (!isOpen || !(opener instanceof HTMLElement)) return
    return () => {
      requestAnimationFrame(() => opener.focus({ preventScroll: true }))
    }
  }, [isOpen])
}
