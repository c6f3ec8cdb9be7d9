import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** The rows of a long list near the visible part, and the height of the others. */
export function useWindowRows<List extends HTMLElement>(count: number, rowHeight: number) {
  const listRef = useRef<List>(null)
  const [top, setTop] = useState(0)
  // Filters above the list may wrap, so its position is known only after layout.
  useLayoutEffect(() => {
    const list = listRef.current
    if (list === null) return
    const measured = Math.round(list.getBoundingClientRect().top + window.scrollY)
    setTop((known) => (Math.abs(known - measured) > 1 ? measured : known))
  })
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    listRef,
    items,
    before: first === undefined ? 0 : first.start - top,
    after: last === undefined ? 0 : Math.max(0, virtualizer.getTotalSize() - (last.end - top)),
    /** For rows of different heights. */
    measure: virtualizer.measureElement,
  }
}
