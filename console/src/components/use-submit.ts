import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Runs one submit of a form at a time. While `isBusy`, the form makes its fields inert: what was typed then would be
 * lost when the form closes. After a failure the focus returns to where it was, unless `onFailure` moves it.
 */
export function useSubmit() {
  const [isBusy, setIsBusy] = useState(false)
  // Known at once: a second click may come before the form is drawn again.
  const isRunning = useRef(false)
  const run = async (submit: () => Promise<void>, onFailure: (error: unknown) => void) => {
    if (isRunning.current) return
    const focused = document.activeElement
    isRunning.current = true
    setIsBusy(true)
    try {
      await submit()
      isRunning.current = false
      setIsBusy(false)
    } catch (error) {
      isRunning.current = false
      // Inert fields cannot be focused.
      flushSync(() => setIsBusy(false))
      if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus()
      onFailure(error)
    }
  }
  return { isBusy, run }
}
