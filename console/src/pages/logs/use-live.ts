import { useEffect, useState } from 'react'

/** How often the list is loaded while it is live. */
const everyMs = 3_000
/** A page that is forgotten stops asking. */
const longestMs = 30 * 60_000
const scrolledPixels = 240

export interface Live {
  isOn: boolean
  /** It is on, and waits while the page is scrolled or not the first. */
  isPaused: boolean
  /** Absent = the list is not loaded by itself. A hidden page does not load either. */
  everyMs: number | undefined
  toggle(): void
}

/** Loads the newest rows again and again, while the reader can see them. */
export function useLive(isFirstPage: boolean): Live {
  const [isOn, setIsOn] = useState(false)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const onScroll = () => setIsScrolled(window.scrollY > scrolledPixels)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    const end = setTimeout(() => setIsOn(false), longestMs)
    return () => {
      window.removeEventListener('scroll', onScroll)
      clearTimeout(end)
    }
  }, [isOn])
  const isPaused = isOn && (isScrolled || !isFirstPage)
  return { isOn, isPaused, everyMs: isOn && !isPaused ? everyMs : undefined, toggle: () => setIsOn(!isOn) }
}
