import type { ReactNode } from 'react'
import css from './color-tag.module.css'

/** `plain`: what most rows have, which needs no tag. */
export type TagColor = 'plain' | 'neutral' | 'red' | 'orange' | 'yellow' | 'lime' | 'green' | 'blue' | 'purple' | 'teal'

/** A label in a colour with a meaning in the specification; readable in both themes. */
export function ColorTag({ color, children }: { color: TagColor; children: ReactNode }) {
  return (
    <span className={css.tag} data-color={color}>
      {children}
    </span>
  )
}
