import { useBlocker } from '@tanstack/react-router'
import { sessionUser } from '../lib/session.ts'
import { useAskToDiscard } from './use-ask-to-discard.ts'

/** Asks before the page is left with something unsaved, in the words of `text`. Its own tabs keep what was typed. */
export function useLeaveGuard(isDirty: () => boolean, text: string): void {
  const ask = useAskToDiscard()
  const mayLeave = () =>
    new Promise<boolean>((resolve) => {
      ask(() => resolve(true), { text, onKeep: () => resolve(false) })
    })
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Someone who is no longer signed in cannot save anyway.
      if (current.pathname === next.pathname || !isDirty() || sessionUser() === null) return false
      return !(await mayLeave())
    },
    enableBeforeUnload: isDirty,
  })
}
