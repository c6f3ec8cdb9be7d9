import { Drawer } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { isTyping } from '../lib/is-typing.ts'
import css from './list-filters.module.css'
import { useIsPhone } from './use-is-phone.ts'
import { useStableHandlers } from './use-stable-handlers.ts'

interface SideSheetProps {
  isOpen: boolean
  title: ReactNode
  onClose(): void
  /** To the row below (1) or above (-1). */
  onStep(by: 1 | -1): void
  children: ReactNode
}

const width = 560

/**
 * A row opened beside its list, which stays usable; on phones the sheet covers it. `j` and `k` step through the rows,
 * Escape closes it.
 */
export function SideSheet({ isOpen, title, onClose, onStep, children }: SideSheetProps) {
  const isPhone = useIsPhone()
  const handlers = useStableHandlers({ close: onClose, step: onStep })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      if (isModified || event.defaultPrevented || isTyping(event.target) || isBehindDialog()) return
      if (event.key === 'j') handlers.step(1)
      else if (event.key === 'k') handlers.step(-1)
      else if (event.key === 'Escape' && isOpen) handlers.close()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [handlers, isOpen])
  return (
    <Drawer
      open={isOpen}
      title={title}
      placement={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : width}
      mask={isPhone}
      // On a page the list keeps the keyboard, so that the keys step through its rows.
      autoFocus={isPhone}
      keyboard={isPhone}
      classNames={{ section: css.sheet, body: css.sheetBody }}
      onClose={onClose}
    >
      {children}
    </Drawer>
  )
}

/** A dialog above the page has the keys. */
const isBehindDialog = (): boolean => document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null
