import type { ReactNode } from 'react'
import css from './color-tag.module.css'

export type TagColor = 'neutral' | 'red' | 'orange' | 'yellow' | 'lime' | 'green' | 'blue' | 'purple' | 'teal'

/** A label in a colour that the specification gives a meaning; readable on both themes. */
export function ColorTag({ color, children }: { color: TagColor; children: ReactNode }) {
  return (
    <span className={css.tag} data-color={color}>
      {children}
    </span>
  )
}
