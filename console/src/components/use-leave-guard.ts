import { useBlocker } from '@tanstack/react-router'
import { sessionUser } from '../lib/session.ts'
import { useAskToDiscard } from './use-ask-to-discard.ts'

/** Asks before the user leaves the page with unsaved input, with `text`. Tabs inside the page keep their input. */
export function useLeaveGuard(isDirty: () => boolean, text: string): void {
  const ask = useAskToDiscard()
  const mayLeave = () =>
    new Promise<boolean>((resolve) => {
      ask(() => resolve(true), { text, onKeep: () => resolve(false) })
    })
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Without a session nothing could be saved.
      if (current.pathname === next.pathname || !isDirty() || sessionUser() === null) return false
      return !(await mayLeave())
    },
    enableBeforeUnload: isDirty,
  })
}
