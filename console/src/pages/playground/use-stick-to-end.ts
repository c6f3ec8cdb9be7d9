import { useEffect, useRef, useState } from 'react'

const nearPx = 48

/** Keeps the end of what grows in view, unless the reader has scrolled away from it. */
export function useStickToEnd() {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [isAway, setIsAway] = useState(false)

  const toEnd = () => {
    isAtEnd.current = true
    setIsAway(false)
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight
  }
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = frame.current ?? {}
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPx
    setIsAway(!isAtEnd.current)
  }

  useEffect(() => {
    const grown = new ResizeObserver(() => {
      if (isAtEnd.current && frame.current) frame.current.scrollTop = frame.current.scrollHeight
    })
    if (content.current) grown.observe(content.current)
    if (frame.current) grown.observe(frame.current)
    return () => grown.disconnect()
  }, [])

  return { frame, content, isAway, toEnd, onScroll }
}
