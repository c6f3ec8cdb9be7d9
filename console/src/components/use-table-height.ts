import { useSyncExternalStore } from 'react'

/** The page's head, the head of the table, the paging below it, and the space between them. */
const otherHeight = 200
const heightMin = 320

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const height = (): number => Math.max(heightMin, window.innerHeight - otherHeight)

/** The height in pixels of rows that scroll by themselves, so that their table fits into the window. */
export const useTableHeight = (): number => useSyncExternalStore(subscribe, height)
