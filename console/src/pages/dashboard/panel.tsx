import { type ReactNode, useId } from 'react'
import css from './dashboard.module.css'

export interface PanelProps {
  title: string
  /** At the right of the title. */
  extra?: ReactNode
  /** The data belongs to the previous filters. */
  isStale?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A part of the page with a heading. */
export function Panel({ title, extra, isStale = false, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      className={className === undefined ? css.panel : `${css.panel} ${className}`}
      aria-labelledby={id}
      aria-busy={isStale}
    >
      <div className={css.panelHead}>
        <h2 id={id}>{title}</h2>
        {extra}
      </div>
      <div className={css.panelBody} data-stale={isStale}>
        {children}
      </div>
    </section>
  )
}

/** Shown in place of lines if there are none. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className={css.nothing}>{children}</p>
