import type { HTMLAttributes, ReactNode } from 'react'
import css from './facts.module.css'

interface FactsProps extends HTMLAttributes<HTMLDListElement> {
  /** Beside each other, in columns of one width, or in three columns. */
  look?: 'line' | 'grid' | 'thirds'
}

/** Facts, each below its name. */
export const Facts = ({ look = 'line', className = '', ...attributes }: FactsProps) => (
  <dl {...attributes} className={`${css.facts} ${className}`} data-look={look} />
)

/** Facts below each other, each at the other end of the line of its name, in a box. */
export const FactLines = ({ className = '', ...attributes }: HTMLAttributes<HTMLDListElement>) => (
  <dl {...attributes} className={`${css.lines} ${className}`} />
)

export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
