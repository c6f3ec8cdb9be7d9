import type { ReactNode } from 'react'
import { Row } from './layout.tsx'
import css from './page-header.module.css'

export interface PageHeaderProps {
  title: ReactNode
  /** One line about the purpose of the page; hidden on phones. */
  purpose?: ReactNode
  /** The primary action, on the right. */
  action?: ReactNode
}

export function PageHeader({ title, purpose, action }: PageHeaderProps) {
  return (
    <div className={css.header}>
      <div className={css.text}>
        <h1>{title}</h1>
        {purpose && <p>{purpose}</p>}
      </div>
      {action && (
        <Row align="stretch" shrink>
          {action}
        </Row>
      )}
    </div>
  )
}
