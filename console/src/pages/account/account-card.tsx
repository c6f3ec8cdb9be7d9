import type { ReactNode } from 'react'
import { useStatus } from '../../lib/queries.ts'
import css from './account.module.css'

/** The card that every page for visitors without an account in hand is made of. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  const status = useStatus()
  return (
    <div className={css.page}>
      <section className={css.card} aria-labelledby="account-title">
        <img src={status?.logo || '/logo.svg'} alt="" width={44} height={44} className={css.logo} />
        <h1 id="account-title">{title}</h1>
        {children}
      </section>
    </div>
  )
}
