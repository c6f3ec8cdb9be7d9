import { type ReactNode, useId } from 'react'
import layout from '../../../components/layout.module.css'
import texts from '../../../components/text.module.css'
import css from './markup.module.css'

interface TitledListProps {
  title: string
  purpose: string
  children: ReactNode
}

/** One of several lists of a page. */
export function TitledList({ title, purpose, children }: TitledListProps) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <header className={`${layout.notice} ${css.header}`}>
        <h2 id={id}>{title}</h2>
        <p className={texts.note}>{purpose}</p>
      </header>
      {children}
    </section>
  )
}
