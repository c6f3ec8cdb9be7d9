import type { ReactNode } from 'react'
import { Stack } from './layout.tsx'
import css from './row-detail.module.css'

/** The content of an opened row. */
export const RowDetail = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack as="section" gap={16} className={css.detail} aria-label={label}>
    {children}
  </Stack>
)
