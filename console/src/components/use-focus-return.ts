import { useLayoutEffect } from 'react'

/** The control that last had the focus, except entries of menus, which are removed when one of them is chosen. */
let lastControl: HTMLElement | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('[role=menu]') === null) lastControl = target
})

function findOpener(): HTMLElement | null {
  const active = document.activeElement
  const isInMenu = active?.closest('[role=menu]') != null
  return active instanceof HTMLElement && active !== document.body && !isInMenu ? active : lastControl
}

/**
 * Returns the focus to where it was before something opened, once that begins to close. Drawers that use this leave the
 * focus to it (`focusable={ownFocus}`): the library would move the focus after the closing animation, away from
 * wherever the user is by then. A focus that the user has moved elsewhere stays there.
 */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    const opener = findOpener()
    if (!isOpen || opener === null) return
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
