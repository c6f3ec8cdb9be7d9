import { useLayoutEffect } from 'react'

/**
 * The focus goes back to where the person was once what opened over it begins to close. Drawers that use this leave it
 * to it alone (`focusable={ownFocus}`): the library would take the focus when the drawer has slid out, from whatever
 * the person does by then. Whoever has gone elsewhere meanwhile stays there.
 */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    if (!isOpen || !(opener instanceof HTMLElement) || opener === document.body) return
    return () => {
      const left = document.activeElement
      requestAnimationFrame(() => {
        const { activeElement, body } = document
        if (activeElement === left || activeElement === body) opener.focus({ preventScroll: true })
      })
    }
  }, [isOpen])
}

/** For drawers whose focus `useFocusReturn` gives back. */
export const ownFocus = { focusTriggerAfterClose: false } as const
