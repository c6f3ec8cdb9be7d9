import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toastError } from '../../../lib/toasts.ts'

const RefusedFields = createContext<Map<string, () => void> | null>(null)

/** Reports whether a field's input is invalid. `focus` leads to the field. */
export function useRefusal(focus: () => void): (isRefused: boolean) => void {
  const refused = useContext(RefusedFields)
  const id = useId()
  // A removed field must not block the save.
  useEffect(() => () => void refused?.delete(id), [refused, id])
  return (isRefused) => void (isRefused ? refused?.set(id, focus) : refused?.delete(id))
}

/**
 * For a card whose fields write only valid input into its options: while a field holds invalid input, nothing is saved.
 * `around` wraps the fields, `before` is a rule of the card.
 */
export function useRefusals() {
  const { t } = useTranslation('settings')
  const refused = useRef(new Map<string, () => void>())
  const before = (): boolean => {
    const [first] = refused.current.values()
    if (first === undefined) return true
    first()
    toastError(t('checkInput'))
    return false
  }
  return {
    before,
    around: (children: ReactNode) => <RefusedFields value={refused.current}>{children}</RefusedFields>,
  }
}
