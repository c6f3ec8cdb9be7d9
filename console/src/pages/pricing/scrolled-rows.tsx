import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** The part of a list that is in the page. */
interface RowWindow {
  indices: readonly number[]
  /** In pixels, of the rows before and after. */
  before: number
  after: number
  listRef?: (list: HTMLElement | null) => void
  /** The `ref` of a row, for rows of different heights. */
  measure?: (row: HTMLElement | null) => void
}

export interface WindowRowsProps {
  count: number
  rowHeight: number
  children(window: RowWindow): ReactNode
}

/** The rows near the visible part, and the height of the others. */
export function ScrolledRows({ count, rowHeight, children }: WindowRowsProps) {
  const list = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  // Filters above the list may wrap, so its position is known only after layout.
  useLayoutEffect(() => {
    if (list.current === null) return
    const measured = Math.round(list.current.getBoundingClientRect().top + window.scrollY)
    setTop((known) => (Math.abs(known - measured) > 1 ? measured : known))
  })
  const listRef = useCallback((element: HTMLElement | null) => {
    list.current = element
  }, [])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    // Without it the first drawing has no row, and the page loses its height and position.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return children({
    listRef,
    indices: items.map(({ index }) => index),
    before: first === undefined ? 0 : first.start - top,
    after: last === undefined ? 0 : Math.max(0, virtualizer.getTotalSize() - (last.end - top)),
    measure: virtualizer.measureElement,
  })
}
