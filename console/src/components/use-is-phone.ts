import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 849px)')
const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Narrower than 850 px, as in the style sheets: cards instead of tables, drawers over the whole page. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
