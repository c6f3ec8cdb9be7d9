import type { ReactNode } from 'react'
import { withBasePath } from '../../lib/base-path.ts'
import { useStatus } from '../../lib/queries.ts'
import css from './sign-in.module.css'

interface SignInCardProps {
  title: string
  /** A line below the title. */
  note?: ReactNode
  children: ReactNode
}

/** The card of all pages for signed-out visitors. */
export function SignInCard({ title, note, children }: SignInCardProps) {
  const status = useStatus()
  return (
    <div className={css.page}>
      <section className={css.card} aria-labelledby="sign-in-title">
        <img src={status?.logo || withBasePath('/logo.svg')} alt="" width={44} height={44} className={css.logo} />
        <h1 id="sign-in-title">{title}</h1>
        {note && <p className={css.note}>{note}</p>}
        {children}
      </section>
    </div>
  )
}
