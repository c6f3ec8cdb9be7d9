import { App } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

const RefusedFields = createContext<Map<string, () => void> | null>(null)

/** Says of one field whether what stands in it cannot be taken. `focus` leads to it. */
export function useRefusal(focus: () => void): (isRefused: boolean) => void {
  const refused = useContext(RefusedFields)
  const id = useId()
  // A field that is gone is no obstacle.
  useEffect(() => () => void refused?.delete(id), [refused, id])
  return (isRefused) => void (isRefused ? refused?.set(id, focus) : refused?.delete(id))
}

/**
 * For a card whose fields write into its options only what they can read: while one of them holds something else,
 * nothing is saved. `around` goes around the fields, `before` into the card's rules.
 */
export function useRefusals() {
  const { t } = useTranslation('settings')
  const { message } = App.useApp()
  const refused = useRef(new Map<string, () => void>())
  const before = (): boolean => {
    const [first] = refused.current.values()
    if (first === undefined) return true
    first()
    void message.error(t('checkInput'))
    return false
  }
  return {
    before,
    around: (children: ReactNode) => <RefusedFields value={refused.current}>{children}</RefusedFields>,
  }
}
