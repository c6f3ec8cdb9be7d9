import type { ReactNode } from 'react'
import { Row, Stack } from '../../../components/layout.tsx'
import css from './sheet.module.css'

interface SheetPartProps {
  title: string
  /** At the right of the title. */
  extra?: ReactNode
  children: ReactNode
}

/** A part of the sheet with its title. */
export const SheetPart = ({ title, extra, children }: SheetPartProps) => (
  <Stack as="section" gap={8} className={css.part} aria-label={title}>
    <Row justify="between" wrap>
      <h3>{title}</h3>
      {extra}
    </Row>
    {children}
  </Stack>
)
