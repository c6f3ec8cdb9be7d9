import { App } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

const RefusedFields = createContext<Set<string> | null>(null)

/** Says of one field whether what stands in it cannot be taken. */
export function useRefusal(): (isRefused: boolean) => void {
  const refused = useContext(RefusedFields)
  const id = useId()
  // A field that is gone is no obstacle.
  useEffect(() => () => void refused?.delete(id), [refused, id])
  return (isRefused) => void (isRefused ? refused?.add(id) : refused?.delete(id))
}

/**
 * For a card whose fields write into its options only what they can read: while one of them holds something else,
 * nothing is saved. `around` goes around the fields, `before` into the card's rules.
 */
export function useRefusals() {
  const { t } = useTranslation('settings')
  const { message } = App.useApp()
  const refused = useRef(new Set<string>())
  const before = (): boolean => {
    if (refused.current.size === 0) return true
    message.error(t('checkInput'))
    return false
  }
  return {
    before,
    around: (children: ReactNode) => <RefusedFields value={refused.current}>{children}</RefusedFields>,
  }
}
