import { Drawer } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { isTyping } from '../lib/is-typing.ts'
import css from './list-filters.module.css'
import { ownFocus } from './use-focus-return.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useStableHandlers } from './use-stable-handlers.ts'

interface SideSheetProps {
  isOpen: boolean
  /** The key of the row that is open, as a text. */
  rowKey: string
  title: ReactNode
  onClose(): void
  /** To the row below (1) or above (-1). */
  onStep(by: 1 | -1): void
  children: ReactNode
}

const width = 560

/**
 * A row opened beside its list, which stays usable; on phones the sheet is modal and covers it. The sheet takes the
 * focus. `j` and `k` step through the rows, Escape closes it, and the focus returns to the row that was shown last.
 */
export function SideSheet({ isOpen, rowKey, title, onClose, onStep, children }: SideSheetProps) {
  const isPhone = useIsPhone()
  const handlers = useStableHandlers({ close: onClose, step: onStep })
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      if (isModified || event.defaultPrevented || isTyping(event.target) || isBehindDialog()) return
      if (event.key === 'j') handlers.step(1)
      else if (event.key === 'k') handlers.step(-1)
      else if (event.key === 'Escape') handlers.close()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [handlers, isOpen])
  useFocusOfRow(isOpen, rowKey)
  return (
    <Drawer
      open={isOpen}
      title={title}
      placement={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : width}
      mask={isPhone}
      aria-modal={isPhone}
      autoFocus
      keyboard={isPhone}
      // The keys of the list are off while there is a dialog.
      destroyOnHidden
      focusable={isPhone ? {} : ownFocus}
      classNames={{ section: css.sheet, body: css.sheetBody }}
      onClose={onClose}
    >
      {children}
    </Drawer>
  )
}

/** A dialog above the page has the keys. */
const isBehindDialog = (): boolean => document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null

/** Once the sheet begins to close, its focus moves to the row that it showed last. */
function useFocusOfRow(isOpen: boolean, rowKey: string): void {
  const last = useRef(rowKey)
  useLayoutEffect(() => {
    if (isOpen) last.current = rowKey
  }, [isOpen, rowKey])
  useLayoutEffect(() => {
    if (!isOpen) return
    return () => {
      const left = document.activeElement
      requestAnimationFrame(() => {
        const { activeElement, body } = document
        // Elsewhere the user has moved it.
        const isLeft = activeElement === body || (activeElement === left && left?.closest('.ant-drawer'))
        const row = document.querySelector<HTMLElement>(`main tr[data-row-key="${CSS.escape(last.current)}"]`)
        if (!isLeft || row === null) return
        row.tabIndex = -1
        row.focus({ preventScroll: true })
      })
    }
  }, [isOpen])
}
