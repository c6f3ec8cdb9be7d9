import { Tag } from 'antd'
import type { ReactNode } from 'react'
import css from './status-tag.module.css'

export type StatusTone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

/** A state in a word. The dot makes it readable without colour vision; a frame marks what is not as usual. */
export function StatusTag({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    // Also where the controls around it are switched off: it is text.
    <Tag disabled={false} className={css.tag} data-tone={tone}>
      <span className={css.dot} aria-hidden />
      {children}
    </Tag>
  )
}
