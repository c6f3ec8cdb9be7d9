import { useEffect, useRef, useState } from 'react'
import { type Following, followScroll } from './follow-end.ts'

/** Keeps the end of growing content visible, unless the reader has scrolled up. */
export function useStickToEnd() {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef<Following>({ isFollowing: true, top: 0 })
  const [isAway, setIsAway] = useState(false)

  const toEnd = () => {
    setIsAway(false)
    following.current.isFollowing = true
    if (frame.current) scrollToEnd(frame.current, following.current)
  }
  const onScroll = () => {
    if (!frame.current) return
    const { scrollTop, scrollHeight, clientHeight } = frame.current
    const place = { top: scrollTop, height: scrollHeight, clientHeight }
    following.current = followScroll(following.current, place)
    setIsAway(!following.current.isFollowing)
  }

  useEffect(() => {
    const grown = new ResizeObserver(() => {
      if (following.current.isFollowing && frame.current) scrollToEnd(frame.current, following.current)
    })
    if (content.current) grown.observe(content.current)
    if (frame.current) grown.observe(frame.current)
    return () => grown.disconnect()
  }, [])

  return { frame, content, isAway, toEnd, onScroll }
}

/** Remembers the position that the browser sets, so that the event of this scroll does not count as the reader's. */
function scrollToEnd(frame: HTMLDivElement, following: Following): void {
  frame.scrollTop = frame.scrollHeight
  following.top = frame.scrollTop
}
