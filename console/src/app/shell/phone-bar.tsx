import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSessionUser } from '../../lib/session.ts'
import { navSectionsFor } from '../navigation.tsx'
import css from './shell.module.css'

/** The side menu of a phone: a bar under the thumb. */
export function PhoneBar() {
  const { t } = useTranslation('shell')
  const entries = navSectionsFor(useSessionUser()).flatMap((section) => section.entries)
  return (
    <nav className={css.phoneBar} aria-label={t('nav.side')}>
      {entries.map((entry) => (
        <Link key={entry.to} to={entry.to} className={css.phoneLink}>
          {entry.icon}
          <span>{t(`nav.${entry.label}`)}</span>
        </Link>
      ))}
    </nav>
  )
}
