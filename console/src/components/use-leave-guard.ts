import { useBlocker } from '@tanstack/react-router'
import { sessionUser } from '../lib/session.ts'
import { useAskToDiscard } from './use-ask-to-discard.ts'

export interface LeaveGuardOptions {
  /** What would be lost, if it is more than the input of one form. */
  text?: string
  /** A drawer or dialog: any other address may close it. Otherwise tabs inside the page keep their input. */
  isOverPage?: boolean
}

/** Asks before the user leaves unsaved input: for another page, by the back button, or by closing the tab. */
export function useLeaveGuard(isDirty: () => boolean, { text, isOverPage = false }: LeaveGuardOptions = {}): void {
  const ask = useAskToDiscard()
  const mayLeave = () =>
    new Promise<boolean>((resolve) => {
      ask(() => resolve(true), { ...(text !== undefined && { text }), onKeep: () => resolve(false) })
    })
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isSamePage = current.pathname === next.pathname
      const isKept = isOverPage ? isSamePage && isSame(current.search, next.search) : isSamePage
      // Without a session nothing could be saved.
      if (isKept || !isDirty() || sessionUser() === null) return false
      return !(await mayLeave())
    },
    enableBeforeUnload: isDirty,
  })
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)
