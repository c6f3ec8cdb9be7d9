import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './card.module.css'

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode
  purpose?: ReactNode
  /** At the right of its title. */
  actions?: ReactNode
}

/** A part of a page with its title. Links that lead to it give it the focus. */
export function Card({ title, purpose, actions, children, ...attributes }: CardProps) {
  const titleId = useId()
  return (
    <section tabIndex={-1} {...attributes} aria-labelledby={titleId} className={css.card}>
      <header className={css.header}>
        <h2 id={titleId}>{title}</h2>
        {actions}
        {purpose !== undefined && <p>{purpose}</p>}
      </header>
      {children}
    </section>
  )
}

/** The content of a card that has no rows. */
export const CardBody = ({ children }: { children: ReactNode }) => <div className={css.body}>{children}</div>

/** Buttons at the end of a card; a text before them takes the space that is left. */
export const CardFooter = ({ children }: { children: ReactNode }) => <footer className={css.footer}>{children}</footer>
