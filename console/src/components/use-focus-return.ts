import { useLayoutEffect } from 'react'

/**
 * Returns the focus to where it was before something opened, once that begins to close. Drawers that use this leave the
 * focus to it (`focusable={ownFocus}`): the library would move the focus after the closing animation, away from
 * wherever the user is by then. A focus that the user has moved elsewhere stays there.
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

/** For drawers with `useFocusReturn`. */
export const ownFocus = { focusTriggerAfterClose: false } as const
