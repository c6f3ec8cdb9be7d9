import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { Row, Stack } from '../../components/layout.tsx'
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
      <Row gap={[4, 12]} justify="between" wrap className={css.panelHead}>
        <h2 id={id}>{title}</h2>
        {extra}
      </Row>
      <Stack gap={0} grow data-stale={isStale}>
        {children}
      </Stack>
    </section>
  )
}

/** Shown in place of lines if there are none. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className={css.nothing}>{children}</p>

interface WholeButtonProps {
  isWhole: boolean
  onChange(isWhole: boolean): void
  className?: string | undefined
  /** What the button says. */
  children: ReactNode
}

/** Shows all of a list that is cut, and cuts it again. */
export const WholeButton = ({ isWhole, onChange, className, children }: WholeButtonProps) => (
  <Button type="link" size="small" className={className} aria-expanded={isWhole} onClick={() => onChange(!isWhole)}>
    {children}
  </Button>
)
