import { useSyncExternalStore } from 'react'

/** The width class of the page: from half a small laptop screen to a wide monitor. */
export const roomOrder = ['narrow', 'normal', 'roomy', 'full'] as const
export type Room = (typeof roomOrder)[number]

const limits = { normal: 1240, roomy: 1400, full: 1800 }
const queries = Object.values(limits).map((width) => matchMedia(`(min-width: ${width}px)`))

function subscribe(listener: () => void) {
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export const useRoom = (): Room =>
  useSyncExternalStore(
    subscribe,
    () => roomOrder[queries.filter(({ matches }) => matches).length] ?? 'narrow',
  )
