import type { ReactNode } from 'react'
import css from './page-header.module.css'

export interface PageHeaderProps {
  title: ReactNode
  /** One line saying what the page is for; hidden on phones. */
  purpose?: ReactNode
  /** The primary action, at the right. */
  action?: ReactNode
}

export function PageHeader({ title, purpose, action }: PageHeaderProps) {
  return (
    <div className={css.header}>
      <div className={css.text}>
        <h1>{title}</h1>
        {purpose && <p>{purpose}</p>}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
