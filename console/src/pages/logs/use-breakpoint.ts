import { useSyncExternalStore } from 'react'

/** The width class of the page. */
export const breakpoints = ['narrow', 'normal', 'roomy', 'full'] as const
export type Breakpoint = (typeof breakpoints)[number]

const limits = { normal: 1240, roomy: 1400, full: 1800 }
const queries = Object.values(limits).map((width) => matchMedia(`(min-width: ${width}px)`))

function subscribe(listener: () => void) {
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

export const useBreakpoint = (): Breakpoint =>
  useSyncExternalStore(subscribe, () => breakpoints[queries.filter(({ matches }) => matches).length] ?? 'narrow')
