import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './personal-settings.module.css'

/** The sections of the page, in order. */
export const sections = [
  'balance',
  'profile',
  'accounts',
  'security',
  'sessions',
  'notifications',
  'menu',
  'models',
  'access',
] as const
export type SectionId = (typeof sections)[number]

interface SectionProps {
  id: SectionId
  purpose?: string
  /** At the right of its title. */
  action?: ReactNode
  children: ReactNode
}

/** A card of the page with an anchor in the list at the left. */
export function Section({ id, purpose, action, children }: SectionProps) {
  const { t } = useTranslation('personal-settings')
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={css.card} tabIndex={-1}>
      <header className={css.cardHeader}>
        <div>
          <h2 id={`${id}-title`}>{t(`section.${id}`)}</h2>
          {purpose !== undefined && <p>{purpose}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

interface RowProps {
  label: ReactNode
  /** Its purpose, below its name. */
  help?: ReactNode
  /** Its current state. */
  value?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
  icon?: ReactNode
}

/** One item of a card: name, state and actions. */
export function Row({ label, help, value, actions, icon }: RowProps) {
  return (
    <div className={css.row}>
      {icon !== undefined && (
        <span className={css.rowIcon} aria-hidden>
          {icon}
        </span>
      )}
      <div className={css.rowText}>
        <div className={css.rowLabel}>{label}</div>
        {help !== undefined && <p className={css.help}>{help}</p>}
      </div>
      {value !== undefined && <div className={css.rowValue}>{value}</div>}
      {actions !== undefined && <div className={css.rowActions}>{actions}</div>}
    </div>
  )
}
