import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isEntryOf, type NavEntry, useNavSections } from '../navigation.ts'
import { navIcons } from './nav-icons.tsx'
import css from './shell.module.css'

/** The most frequent pages on a phone come first; the others follow in the order of the side menu. */
const firstEntries: readonly NavEntry['to'][] = ['/detail', '/token', '/log', '/channel', '/topup']
const rankOf = ({ to }: NavEntry) => {
  const place = firstEntries.indexOf(to)
  return place === -1 ? firstEntries.length : place
}

/** The number of entries that fit for touch; the others are in a menu at the end. */
const placesMax = 5

/** Replaces the side menu on phones: a bar at the bottom, and a sheet for the other entries. */
export function PhoneBar() {
  const { t } = useTranslation('shell')
  const pathname = useLocation({ select: (location) => location.pathname })
  const entries = useNavSections()
    .flatMap((section) => section.entries)
    .sort((one, other) => rankOf(one) - rankOf(other))
  const shown = entries.length > placesMax ? entries.slice(0, placesMax - 1) : entries
  return (
    <nav className={css.phoneBar} aria-label={t('nav.side')}>
      {shown.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={css.phoneLink}
          data-status={isEntryOf(entry, pathname) ? 'active' : undefined}
        >
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
  const isHere = entries.some((entry) => isEntryOf(entry, pathname))
  return (
    <>
      <button type="button" popoverTarget={id} className={css.phoneLink} data-status={isHere ? 'active' : undefined}>
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
