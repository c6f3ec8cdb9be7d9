import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type NavEntry, useNavSections } from '../navigation.ts'
import { navIcons } from './nav-icons.tsx'
import css from './shell.module.css'

/** What comes first under the thumb: what people take their telephone out for. The rest follows as in the side menu. */
const firstEntries: readonly NavEntry['to'][] = ['/detail', '/token', '/log', '/channel', '/topup']
const rankOf = ({ to }: NavEntry) => {
  const place = firstEntries.indexOf(to)
  return place === -1 ? firstEntries.length : place
}

/** As many as fit for touch; the rest is in a menu at the end. */
const placesMax = 5

/** The side menu of a phone: a bar under the thumb, and a sheet above it for what has no place. */
export function PhoneBar() {
  const { t } = useTranslation('shell')
  const entries = useNavSections()
    .flatMap((section) => section.entries)
    .sort((one, other) => rankOf(one) - rankOf(other))
  const shown = entries.length > placesMax ? entries.slice(0, placesMax - 1) : entries
  return (
    <nav className={css.phoneBar} aria-label={t('nav.side')}>
      {shown.map((entry) => (
        <Link key={entry.to} to={entry.to} className={css.phoneLink}>
          {navIcons[entry.label]}
          <span>{t(`nav.${entry.label}`)}</span>
        </Link>
      ))}
      {shown.length < entries.length && <MoreEntries entries={entries.slice(shown.length)} />}
    </nav>
  )
}

function MoreEntries({ entries }: { entries: NavEntry[] }) {
  const { t } = useTranslation('shell')
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const isHere = entries.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={css.phoneLink}
        data-status={isHere ? 'active' : undefined}
      >
        <EllipsisOutlined />
        <span>{t('nav.more')}</span>
      </button>
      <div ref={sheet} id={id} popover="auto" className={css.phoneSheet}>
        {entries.map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={css.phoneSheetLink}
            onClick={() => sheet.current?.hidePopover()}
          >
            {navIcons[entry.label]}
            <span>{t(`nav.${entry.label}`)}</span>
          </Link>
        ))}
      </div>
    </>
  )
}
